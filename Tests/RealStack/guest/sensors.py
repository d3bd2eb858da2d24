"""A virtual Bluetooth controller (hci0) with a chest strap and a power meter in its range.

Takes commands on standard input, one a line, and answers each with "done: COMMAND":

    strap play NAME    from now on send this script, from its start   (meter likewise)
    strap out          go out of range: the link dies of a supervision timeout, no advertising
    strap in           come back
    strap silent       stay connected and subscribed, and send nothing
    strap talk         send again
    adapter out        pull the controller out of the machine
    adapter in         put it back

Every notification that a subscriber was sent goes to the truth file, a JSON object a line, with the time of sending.
"""

import asyncio
import itertools
import json
import struct
import sys
import time

from bumble import hci
from bumble.controller import Controller
from bumble.core import AdvertisingData
from bumble.device import Device
from bumble.gatt import Characteristic, Service
from bumble.hci import Address
from bumble.host import Host
from bumble.link import LocalLink
from bumble.transport import open_transport

import scripts


class Link(LocalLink):
    """A link that names the sender by the address that its connection was made with.

    The kernel connects with its public address; bumble's own link would send from the random one.
    """

    def send_acl_data(self, sender_controller, destination_address, transport, data):
        receiver = self.find_le_controller(destination_address)
        connection = sender_controller.le_connections.get(destination_address)
        if receiver is not None and connection is not None:
            asyncio.get_running_loop().call_soon(
                receiver.on_link_acl_data, connection.self_address, transport, data
            )


class LegacyController(Controller):
    """A controller without two features that bumble claims and does not keep.

    A kernel that sees either waits for an Enhanced Connection Complete event, of which bumble sends only the old
    kind. It then takes each connection for a failed one after four seconds, and can never end it.
    """

    le_features = Controller.le_features & ~(
        hci.LeFeatureMask.LL_PRIVACY | hci.LeFeatureMask.LE_EXTENDED_ADVERTISING
    )


class Truth:
    """What was really sent, and what was done to the sensors, with the times of both clocks."""

    def __init__(self, path):
        self.file = open(path, "w", encoding="utf-8", buffering=1)

    def write(self, **entry):
        entry["boottime"] = time.clock_gettime(time.CLOCK_BOOTTIME)
        entry["realtime"] = time.time()
        self.file.write(json.dumps(entry) + "\n")


def readable(uuid, value):
    return Characteristic(uuid, Characteristic.Properties.READ, Characteristic.READABLE, value)


class Sensor:
    """One peripheral with its own controller, which plays a script of notifications."""

    def __init__(self, link, truth, details, characteristics):
        self.link = link
        self.truth = truth
        self.details = details
        self.controller = Controller(details["name"], link=link)
        host = Host()
        host.controller = self.controller
        self.device = Device(name=details["name"], address=Address(details["address"]), host=host)
        self.measurement = Characteristic(
            details["measurement"], Characteristic.Properties.NOTIFY, Characteristic.READABLE, b""
        )
        self.device.add_services(
            [
                Service(details["service"], [self.measurement, *characteristics]),
                Service(
                    "180F",
                    [
                        Characteristic(
                            "2A19",
                            Characteristic.Properties.READ | Characteristic.Properties.NOTIFY,
                            Characteristic.READABLE,
                            bytes([details["battery_percent"]]),
                        )
                    ],
                ),
                Service(
                    "180A",
                    [
                        readable("2A29", details["manufacturer"].encode()),
                        readable("2A24", details["model"].encode()),
                        readable("2A25", details["serial"].encode()),
                        readable("2A26", details["firmware"].encode()),
                    ],
                ),
            ]
        )
        self.device.advertising_data = bytes(
            AdvertisingData(
                [
                    (AdvertisingData.FLAGS, b"\x06"),
                    (AdvertisingData.COMPLETE_LOCAL_NAME, details["name"].encode()),
                    (
                        AdvertisingData.INCOMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS,
                        bytes.fromhex(details["service"])[::-1],
                    ),
                ]
            )
        )
        self.packets = iter(())
        self.silent = False
        self.connection = None
        self.device.on("connection", self.on_connection)

    def on_connection(self, connection):
        self.connection = connection
        self.truth.write(sensor=self.details["address"], event="connected")
        connection.on("disconnection", self.on_disconnection)

    def on_disconnection(self, reason):
        self.connection = None
        self.truth.write(sensor=self.details["address"], event="disconnected", reason=int(reason))

    async def advertise(self):
        await self.device.start_advertising(
            auto_restart=True, advertising_interval_min=100, advertising_interval_max=100
        )

    def has_subscriber(self):
        handle = self.measurement.handle
        return any(
            descriptors.get(handle, b"\0")[0] & 1
            for descriptors in self.device.gatt_server.subscribers.values()
        )

    async def send_for_ever(self):
        """Sends one packet a period, counted from a fixed start so that slowness does not add up."""
        started = time.monotonic()
        for tick in itertools.count(1):
            await asyncio.sleep(max(0, started + tick * self.details["period_s"] - time.monotonic()))
            if self.silent or not self.has_subscriber():
                continue
            packet = next(self.packets, None)
            if packet is None:
                continue
            value, meaning = packet
            await self.device.notify_subscribers(self.measurement, value)
            self.truth.write(
                sensor=self.details["address"], uuid=self.details["measurement"].lower(), value=value.hex(), **meaning
            )

    async def command(self, verb, arguments):
        self.truth.write(sensor=self.details["address"], event=" ".join([verb, *arguments]))
        match verb:
            case "play":
                self.packets = scripts.SCRIPTS[arguments[0]]()
            case "silent" | "talk":
                self.silent = verb == "silent"
            case "out":
                await self.device.stop_advertising()
                self.lose_link()
            case "in":
                await self.advertise()
            case _:
                raise ValueError(f"no command {verb}")

    def lose_link(self):
        """Ends the link as a radio that hears nothing does: each side by itself, by timeout."""
        for controller in list(self.link.controllers):
            for connection in list(controller.le_connections.values()):
                address = Address(self.details["address"])
                if address in (connection.self_address, connection.peer_address):
                    controller.on_le_disconnected(connection, hci.HCI_CONNECTION_TIMEOUT_ERROR)


class Adapter:
    """The controller that the kernel sees: it is there as long as /dev/vhci is open."""

    def __init__(self, link, truth):
        self.link = link
        self.truth = truth
        self.vhci = None
        self.controller = None

    async def plug_in(self):
        self.vhci = await open_transport("vhci")
        self.controller = LegacyController(
            "hci0",
            host_source=self.vhci.source,
            host_sink=self.vhci.sink,
            link=self.link,
            public_address=scripts.ADAPTER,
        )

    async def pull_out(self):
        self.link.remove_controller(self.controller)
        for sensor in list(self.link.controllers):
            for connection in list(sensor.le_connections.values()):
                sensor.on_le_disconnected(connection, hci.HCI_CONNECTION_TIMEOUT_ERROR)
        await self.vhci.close()

    async def command(self, verb, arguments):
        self.truth.write(sensor=scripts.ADAPTER, event=verb)
        match verb:
            case "out":
                await self.pull_out()
            case "in":
                await self.plug_in()
            case _:
                raise ValueError(f"no command {verb}")


async def commands(receivers):
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), sys.stdin
    )
    while line := (await reader.readline()).decode().strip():
        name, verb, *arguments = line.split()
        await receivers[name].command(verb, arguments)
        print(f"done: {line}", flush=True)


async def main(truth_path):
    truth = Truth(truth_path)
    link = Link()
    adapter = Adapter(link, truth)
    await adapter.plug_in()
    sensors = {
        "strap": Sensor(link, truth, scripts.STRAP, [readable("2A38", bytes([scripts.STRAP["location"]]))]),
        "meter": Sensor(
            link,
            truth,
            scripts.METER,
            [
                readable("2A65", struct.pack("<I", scripts.METER["features"])),
                readable("2A5D", bytes([scripts.METER["location"]])),
            ],
        ),
    }
    for sensor in sensors.values():
        await sensor.device.power_on()
        await sensor.advertise()
    print("done: start", flush=True)
    await asyncio.gather(
        commands(sensors | {"adapter": adapter}), *(sensor.send_for_ever() for sensor in sensors.values())
    )


asyncio.run(main(sys.argv[1]))
