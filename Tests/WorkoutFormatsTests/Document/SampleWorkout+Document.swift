extension SampleWorkout {
    /// The document of the sample workout of a rider Ada with a threshold of 250 W, worked out by hand.
    static let document = """
        {
          "format": "pulsewatt.workout",
          "version": 1,
          "id": "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
          "rider": "Ada",
          "activity_type": "cycling",
          "indoor": true,
          "simulated": false,
          "start": "2026-11-30T06:00:00.000+01:00",
          "end": "2026-11-30T06:00:12.000+01:00",
          "time_zone": "Europe/Berlin",
          "duration": { "elapsed_s": 12.0, "active_s": 10.0, "paused_s": 2.0 },
          "sensors": [
            {
              "address": "C0:FF:EE:00:00:01",
              "name": "Strap",
              "manufacturer": "Maker",
              "model": "M1",
              "serial": "7",
              "firmware": "1.0",
              "body_location": "chest",
              "battery_percent": 87,
              "provides": ["heart_rate"]
            },
            {
              "address": "C0:FF:EE:00:00:02",
              "name": null,
              "manufacturer": null,
              "model": null,
              "serial": null,
              "firmware": null,
              "body_location": null,
              "battery_percent": null,
              "provides": ["cycling_power", "cycling_cadence", "pedal_power_balance"]
            }
          ],
          "events": [
            { "t_s": 5.0, "type": "lap" },
            { "t_s": 6.0, "type": "pause" },
            { "t_s": 8.0, "type": "resume" },
            { "t_s": 9.25, "type": "sensor_lost", "sensor": "C0:FF:EE:00:00:01" }
          ],
          "statistics": {
            "heart_rate": { "unit": "count/min", "average": 125.6, "minimum": 90.0, "maximum": 160.0 },
            "cycling_power": {
              "unit": "W",
              "average": 273.3,
              "minimum": 200.0,
              "maximum": 300.0,
              "normalized_power": null,
              "intensity_factor": null,
              "training_stress_score": null,
              "work_kj": 2.05
            },
            "cycling_cadence": { "unit": "count/min", "average": 80.0, "minimum": 80.0, "maximum": 80.0 },
            "pedal_power_balance": { "unit": "%", "average": 48.5, "minimum": 48.5, "maximum": 48.5 },
            "heart_rate_variability": { "rmssd_ms": 50.0, "sdnn_ms": 25.2, "artifact_percent": 0.0 }
          },
          "zone_groups": {
            "heart_rate": {
              "configuration": {
                "quantity_type": "heart_rate",
                "unit": "count/min",
                "source": "app",
                "zones": [
                  { "index": 0, "minimum": null, "maximum": 91.0 },
                  { "index": 1, "minimum": 91.0, "maximum": 114.0 },
                  { "index": 2, "minimum": 114.0, "maximum": 136.0 },
                  { "index": 3, "minimum": 136.0, "maximum": 158.0 },
                  { "index": 4, "minimum": 158.0, "maximum": null }
                ]
              },
              "zone_durations": [
                { "index": 0, "duration_s": 2.0 },
                { "index": 1, "duration_s": 0.0 },
                { "index": 2, "duration_s": 5.0 },
                { "index": 3, "duration_s": 0.0 },
                { "index": 4, "duration_s": 2.0 }
              ],
              "no_data_s": 1.0
            },
            "cycling_power": {
              "configuration": {
                "quantity_type": "cycling_power",
                "unit": "W",
                "source": "system",
                "zones": [
                  { "index": 0, "minimum": null, "maximum": 137.5 },
                  { "index": 1, "minimum": 137.5, "maximum": 187.5 },
                  { "index": 2, "minimum": 187.5, "maximum": 225.0 },
                  { "index": 3, "minimum": 225.0, "maximum": 262.5 },
                  { "index": 4, "minimum": 262.5, "maximum": 300.0 },
                  { "index": 5, "minimum": 300.0, "maximum": null }
                ]
              },
              "zone_durations": [
                { "index": 0, "duration_s": 0.0 },
                { "index": 1, "duration_s": 0.0 },
                { "index": 2, "duration_s": 1.0 },
                { "index": 3, "duration_s": 2.0 },
                { "index": 4, "duration_s": 0.0 },
                { "index": 5, "duration_s": 4.5 }
              ],
              "no_data_s": 2.5
            }
          },
          "activities": [
            {
              "activity_type": "cycling",
              "start": "2026-11-30T06:00:00.000+01:00",
              "end": "2026-11-30T06:00:12.000+01:00",
              "duration": { "elapsed_s": 12.0, "active_s": 10.0, "paused_s": 2.0 },
              "statistics": {
                "heart_rate": { "unit": "count/min", "average": 125.6, "minimum": 90.0, "maximum": 160.0 },
                "cycling_power": {
                  "unit": "W",
                  "average": 273.3,
                  "minimum": 200.0,
                  "maximum": 300.0,
                  "normalized_power": null,
                  "intensity_factor": null,
                  "training_stress_score": null,
                  "work_kj": 2.05
                },
                "cycling_cadence": { "unit": "count/min", "average": 80.0, "minimum": 80.0, "maximum": 80.0 },
                "pedal_power_balance": { "unit": "%", "average": 48.5, "minimum": 48.5, "maximum": 48.5 },
                "heart_rate_variability": { "rmssd_ms": 50.0, "sdnn_ms": 25.2, "artifact_percent": 0.0 }
              },
              "zone_groups": {
                "heart_rate": {
                  "configuration": {
                    "quantity_type": "heart_rate",
                    "unit": "count/min",
                    "source": "app",
                    "zones": [
                      { "index": 0, "minimum": null, "maximum": 91.0 },
                      { "index": 1, "minimum": 91.0, "maximum": 114.0 },
                      { "index": 2, "minimum": 114.0, "maximum": 136.0 },
                      { "index": 3, "minimum": 136.0, "maximum": 158.0 },
                      { "index": 4, "minimum": 158.0, "maximum": null }
                    ]
                  },
                  "zone_durations": [
                    { "index": 0, "duration_s": 2.0 },
                    { "index": 1, "duration_s": 0.0 },
                    { "index": 2, "duration_s": 5.0 },
                    { "index": 3, "duration_s": 0.0 },
                    { "index": 4, "duration_s": 2.0 }
                  ],
                  "no_data_s": 1.0
                },
                "cycling_power": {
                  "configuration": {
                    "quantity_type": "cycling_power",
                    "unit": "W",
                    "source": "system",
                    "zones": [
                      { "index": 0, "minimum": null, "maximum": 137.5 },
                      { "index": 1, "minimum": 137.5, "maximum": 187.5 },
                      { "index": 2, "minimum": 187.5, "maximum": 225.0 },
                      { "index": 3, "minimum": 225.0, "maximum": 262.5 },
                      { "index": 4, "minimum": 262.5, "maximum": 300.0 },
                      { "index": 5, "minimum": 300.0, "maximum": null }
                    ]
                  },
                  "zone_durations": [
                    { "index": 0, "duration_s": 0.0 },
                    { "index": 1, "duration_s": 0.0 },
                    { "index": 2, "duration_s": 1.0 },
                    { "index": 3, "duration_s": 2.0 },
                    { "index": 4, "duration_s": 0.0 },
                    { "index": 5, "duration_s": 4.5 }
                  ],
                  "no_data_s": 2.5
                }
              }
            }
          ],
          "laps": [
            {
              "start_s": 0.0,
              "end_s": 5.0,
              "duration": { "elapsed_s": 5.0, "active_s": 5.0, "paused_s": 0.0 },
              "statistics": {
                "heart_rate": { "unit": "count/min", "average": 116.0, "minimum": 90.0, "maximum": 160.0 },
                "cycling_power": {
                  "unit": "W",
                  "average": 277.8,
                  "minimum": 200.0,
                  "maximum": 300.0,
                  "normalized_power": null,
                  "intensity_factor": null,
                  "training_stress_score": null,
                  "work_kj": 1.25
                },
                "cycling_cadence": { "unit": "count/min", "average": 80.0, "minimum": 80.0, "maximum": 80.0 },
                "pedal_power_balance": { "unit": "%", "average": 48.5, "minimum": 48.5, "maximum": 48.5 },
                "heart_rate_variability": { "rmssd_ms": 50.0, "sdnn_ms": 35.4, "artifact_percent": 0.0 }
              },
              "zone_groups": {
                "heart_rate": {
                  "configuration": {
                    "quantity_type": "heart_rate",
                    "unit": "count/min",
                    "source": "app",
                    "zones": [
                      { "index": 0, "minimum": null, "maximum": 91.0 },
                      { "index": 1, "minimum": 91.0, "maximum": 114.0 },
                      { "index": 2, "minimum": 114.0, "maximum": 136.0 },
                      { "index": 3, "minimum": 136.0, "maximum": 158.0 },
                      { "index": 4, "minimum": 158.0, "maximum": null }
                    ]
                  },
                  "zone_durations": [
                    { "index": 0, "duration_s": 2.0 },
                    { "index": 1, "duration_s": 0.0 },
                    { "index": 2, "duration_s": 2.0 },
                    { "index": 3, "duration_s": 0.0 },
                    { "index": 4, "duration_s": 1.0 }
                  ],
                  "no_data_s": 0.0
                },
                "cycling_power": {
                  "configuration": {
                    "quantity_type": "cycling_power",
                    "unit": "W",
                    "source": "system",
                    "zones": [
                      { "index": 0, "minimum": null, "maximum": 137.5 },
                      { "index": 1, "minimum": 137.5, "maximum": 187.5 },
                      { "index": 2, "minimum": 187.5, "maximum": 225.0 },
                      { "index": 3, "minimum": 225.0, "maximum": 262.5 },
                      { "index": 4, "minimum": 262.5, "maximum": 300.0 },
                      { "index": 5, "minimum": 300.0, "maximum": null }
                    ]
                  },
                  "zone_durations": [
                    { "index": 0, "duration_s": 0.0 },
                    { "index": 1, "duration_s": 0.0 },
                    { "index": 2, "duration_s": 1.0 },
                    { "index": 3, "duration_s": 0.0 },
                    { "index": 4, "duration_s": 0.0 },
                    { "index": 5, "duration_s": 3.5 }
                  ],
                  "no_data_s": 0.5
                }
              }
            },
            {
              "start_s": 5.0,
              "end_s": 12.0,
              "duration": { "elapsed_s": 7.0, "active_s": 5.0, "paused_s": 2.0 },
              "statistics": {
                "heart_rate": { "unit": "count/min", "average": 137.5, "minimum": 130.0, "maximum": 160.0 },
                "cycling_power": {
                  "unit": "W",
                  "average": 266.7,
                  "minimum": 250.0,
                  "maximum": 300.0,
                  "normalized_power": null,
                  "intensity_factor": null,
                  "training_stress_score": null,
                  "work_kj": 0.8
                },
                "pedal_power_balance": { "unit": "%", "average": 48.5, "minimum": 48.5, "maximum": 48.5 },
                "heart_rate_variability": { "rmssd_ms": null, "sdnn_ms": null, "artifact_percent": 0.0 }
              },
              "zone_groups": {
                "heart_rate": {
                  "configuration": {
                    "quantity_type": "heart_rate",
                    "unit": "count/min",
                    "source": "app",
                    "zones": [
                      { "index": 0, "minimum": null, "maximum": 91.0 },
                      { "index": 1, "minimum": 91.0, "maximum": 114.0 },
                      { "index": 2, "minimum": 114.0, "maximum": 136.0 },
                      { "index": 3, "minimum": 136.0, "maximum": 158.0 },
                      { "index": 4, "minimum": 158.0, "maximum": null }
                    ]
                  },
                  "zone_durations": [
                    { "index": 0, "duration_s": 0.0 },
                    { "index": 1, "duration_s": 0.0 },
                    { "index": 2, "duration_s": 3.0 },
                    { "index": 3, "duration_s": 0.0 },
                    { "index": 4, "duration_s": 1.0 }
                  ],
                  "no_data_s": 1.0
                },
                "cycling_power": {
                  "configuration": {
                    "quantity_type": "cycling_power",
                    "unit": "W",
                    "source": "system",
                    "zones": [
                      { "index": 0, "minimum": null, "maximum": 137.5 },
                      { "index": 1, "minimum": 137.5, "maximum": 187.5 },
                      { "index": 2, "minimum": 187.5, "maximum": 225.0 },
                      { "index": 3, "minimum": 225.0, "maximum": 262.5 },
                      { "index": 4, "minimum": 262.5, "maximum": 300.0 },
                      { "index": 5, "minimum": 300.0, "maximum": null }
                    ]
                  },
                  "zone_durations": [
                    { "index": 0, "duration_s": 0.0 },
                    { "index": 1, "duration_s": 0.0 },
                    { "index": 2, "duration_s": 0.0 },
                    { "index": 3, "duration_s": 2.0 },
                    { "index": 4, "duration_s": 0.0 },
                    { "index": 5, "duration_s": 1.0 }
                  ],
                  "no_data_s": 2.0
                }
              }
            }
          ],
          "series": {
            "t_s": [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0],
            "heart_rate": [90, 90, 120, 120, 160, 160, null, null, null, 130, 130, 130],
            "cycling_power": [200, 250, 300, 300, 300, 300, null, null, null, null, 250, 250],
            "cycling_cadence": [80, 80, 80, 80, 80, null, null, null, null, null, null, null],
            "pedal_power_balance": [48.5, 48.5, 48.5, 48.5, 48.5, 48.5, null, null, null, null, null, null]
          },
          "rr_intervals": { "t_s": [1.3, 2.15, 5.82], "ms": [800.0, 850.0, 820.0] }
        }

        """
}
