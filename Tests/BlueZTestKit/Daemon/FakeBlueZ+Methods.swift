import DBus
import SensorProfiles

extension FakeBlueZ {
    /// Answers a call as bluetoothd does.
    func receive(_ invocation: DBusInvocation) {
        let message = invocation.message
        guard let path = message.path, let member = message.member, let sender = message.sender else {
            return
        }
        callCounts[member, default: 0] += 1
        defer { changed() }
        guard hangingMembers.isDisjoint(with: [member, Self.everyMember]) else { return }
        if let error = nextErrors[member]?.first {
            nextErrors[member]?.removeFirst()
            invocation.fail(error)
            return
        }
        switch message.interface {
        case "org.freedesktop.DBus.ObjectManager" where member == "GetManagedObjects" && path == "/":
            let objects = managedObjects().sorted { $0.key.text < $1.key.text }
            invocation.reply([
                .dictionary(
                    key: "o", value: "a{sa{sv}}",
                    objects.map { DBusDictionaryEntry(.objectPath($0.key), Self.interfaces($0.value)) })
            ])
        case "org.freedesktop.DBus.Properties" where member == "Set":
            setProperty(invocation, path)
        case "org.bluez.AgentManager1" where path == "/org/bluez":
            agents[sender] = member == "UnregisterAgent" ? nil : message.arguments.first?.objectPath
            invocation.reply()
        case "org.bluez.Adapter1":
            guard let address = adapter(at: path) else { return unknownObject(invocation) }
            adapterCallCounts[address, default: [:]][member, default: 0] += 1
            receiveAdapterCall(invocation, address, sender)
        case "org.bluez.Device1":
            guard let device = device(at: path) else { return unknownObject(invocation) }
            receiveDeviceCall(invocation, device, sender)
        case "org.bluez.GattCharacteristic1":
            guard let found = characteristic(at: path) else { return unknownObject(invocation) }
            receiveCharacteristicCall(invocation, found.device, found.place, sender)
        default:
            invocation.fail(
                DBusError(name: DBusError.unknownMethodName, message: "Method \"\(member)\" doesn't exist"))
        }
    }

    private func unknownObject(_ invocation: DBusInvocation) {
        invocation.fail(
            DBusError(
                name: DBusError.unknownObjectName, message: "Method call on an object that doesn't exist"))
    }

    private func setProperty(_ invocation: DBusInvocation, _ path: ObjectPath) {
        let arguments = invocation.message.arguments
        let value = arguments.last?.boolean
        switch (arguments.first?.string, arguments.dropFirst().first?.string, value) {
        case ("org.bluez.Adapter1", "Powered", let isPowered?):
            guard let address = adapter(at: path) else { return unknownObject(invocation) }
            guard adapters[address]?.powerState != "off-blocked" else {
                return invocation.fail(DBusError(name: "org.bluez.Error.Failed", message: "Failed"))
            }
            setPowered(isPowered, adapter: address)
            invocation.reply()
        case ("org.bluez.Device1", "Trusted", let isTrusted?):
            guard let device = device(at: path) else { return unknownObject(invocation) }
            peripherals[device]?.isTrusted = isTrusted
            invocation.reply()
            emitChange(path, "org.bluez.Device1", ["Trusted": .boolean(isTrusted)])
        default:
            invocation.fail(DBusError(name: DBusError.invalidArgumentsName, message: "No such property"))
        }
    }

    private func receiveAdapterCall(
        _ invocation: DBusInvocation, _ address: BluetoothAddress, _ sender: String
    ) {
        guard let adapter = adapters[address] else { return }
        let arguments = invocation.message.arguments
        guard adapter.isPowered || invocation.message.member == "RemoveDevice" else {
            return invocation.fail(.notReady)
        }
        switch invocation.message.member {
        case "SetDiscoveryFilter":
            let uuids = arguments.first?.properties?["UUIDs"]?.strings ?? []
            adapters[address]?.filters[sender] = uuids.compactMap { BluetoothUUID($0) }
            invocation.reply()
        case "StartDiscovery":
            guard adapter.sessions[sender] == nil else { return invocation.fail(.inProgress) }
            adapters[address]?.sessions[sender] = adapter.filters[sender] ?? []
            if adapter.sessions.isEmpty { announce(address, ["Discovering": .boolean(true)]) }
            invocation.reply()
            for device in peripherals.keys.sorted() { advertiseIfFound(device) }
        case "StopDiscovery":
            guard adapter.sessions[sender] != nil else {
                return invocation.fail(
                    DBusError(name: "org.bluez.Error.Failed", message: "No discovery started"))
            }
            invocation.reply()
            endSession(of: sender, on: address)
        case "RemoveDevice":
            guard let path = arguments.first?.objectPath, let device = device(at: path) else {
                return invocation.fail(
                    DBusError(name: "org.bluez.Error.DoesNotExist", message: "Does Not Exist"))
            }
            invocation.reply()
            removeDevice(device)
        case let member:
            invocation.fail(DBusError(name: DBusError.unknownMethodName, message: member ?? ""))
        }
    }

    private func receiveDeviceCall(
        _ invocation: DBusInvocation, _ device: DeviceID, _ sender: String
    ) {
        guard let peripheral = peripherals[device] else { return }
        switch invocation.message.member {
        case "Connect":
            guard adapters[device.adapter]?.isPowered == true else { return invocation.fail(.notReady) }
            guard !peripheral.isConnected else { return invocation.reply() }
            guard peripheral.pendingConnect == nil else { return invocation.fail(.inProgress) }
            connect(device, invocation)
        case "Disconnect":
            if let pending = peripheral.pendingConnect {
                peripherals[device]?.pendingConnect = nil
                pending.fail(.connectionCanceled)
                invocation.reply()
            } else if peripheral.isConnected {
                breakLink(device)
                invocation.reply()
            } else {
                invocation.fail(DBusError(name: "org.bluez.Error.NotConnected", message: "Not Connected"))
            }
        case "Pair":
            guard !peripheral.isPaired else {
                return invocation.fail(
                    DBusError(name: "org.bluez.Error.AlreadyExists", message: "Already Exists"))
            }
            pair(device, invocation, sender)
        case "CancelPairing":
            invocation.reply()
        case let member:
            invocation.fail(DBusError(name: DBusError.unknownMethodName, message: member ?? ""))
        }
    }

    private func connect(_ device: DeviceID, _ invocation: DBusInvocation) {
        let step =
            peripherals[device]?.script.isEmpty == false ? peripherals[device]?.script.removeFirst() : nil
        switch step ?? .succeed {
        case .succeed:
            bringUp(device)
            invocation.reply()
            showServices(device)
            sayResolved(device)
        case .fail(let error):
            invocation.fail(error)
        case .abort:
            bringUp(device)
            invocation.fail(.abortByLocal)
            breakLink(device)
        case .hang:
            peripherals[device]?.pendingConnect = invocation
        case .vanish:
            removeDevice(device)
        case .resolveEmpty, .resolveBeforeExport:
            bringUp(device)
            invocation.reply()
            sayResolved(device)
        case .neverResolve:
            bringUp(device)
            invocation.reply()
        }
    }

    /// Asks the client's agent, as low energy with secure connections does even without anything to type.
    private func pair(_ device: DeviceID, _ invocation: DBusInvocation, _ sender: String) {
        let failure = DBusError(
            name: "org.bluez.Error.AuthenticationFailed", message: "Authentication Failed")
        guard let connection, let agent = agents[sender], let path = devicePath(device),
            peripherals[device]?.definition.canPair == true
        else { return invocation.fail(failure) }
        let question = DBusMessage.methodCall(
            destination: sender, path: agent, interface: "org.bluez.Agent1", member: "RequestAuthorization",
            [.objectPath(path)])
        connection.assumeIsolated { connection in
            _ = connection.call(question, timeout: .seconds(10)) { [weak self] result in
                self?.assumeIsolated { fake in
                    guard case .success = result else { return invocation.fail(failure) }
                    if fake.peripherals[device]?.isConnected == false { fake.bringUp(device) }
                    fake.peripherals[device]?.isPaired = true
                    fake.emitChange(path, "org.bluez.Device1", ["Paired": .boolean(true)])
                    fake.showServices(device)
                    fake.sayResolved(device)
                    invocation.reply()
                    fake.changed()
                }
            }
        }
    }

    private func receiveCharacteristicCall(
        _ invocation: DBusInvocation, _ device: DeviceID, _ place: CharacteristicPlace,
        _ sender: String
    ) {
        guard let peripheral = peripherals[device], let path = invocation.message.path else { return }
        let characteristic = peripheral.definition.services[place.service].characteristics[
            place.characteristic]
        switch invocation.message.member {
        case "StartNotify":
            if let error = characteristic.startNotifyError { return invocation.fail(error) }
            guard characteristic.flags.contains("notify") else {
                return invocation.fail(
                    DBusError(name: "org.bluez.Error.NotSupported", message: "Operation is not supported"))
            }
            peripherals[device]?.subscribers[place, default: []].insert(sender)
            invocation.reply()
        case "StopNotify":
            guard peripherals[device]?.subscribers[place]?.remove(sender) != nil else {
                return invocation.fail(
                    DBusError(name: "org.bluez.Error.Failed", message: "No notify session started"))
            }
            invocation.reply()
        case "ReadValue":
            guard peripheral.isConnected else {
                return invocation.fail(
                    DBusError(name: "org.bluez.Error.NotConnected", message: "Not Connected"))
            }
            if let error = characteristic.readErrors.first {
                peripherals[device]?.definition.services[place.service].characteristics[place.characteristic]
                    .readErrors.removeFirst()
                return invocation.fail(error)
            }
            // Reading shows the value to everybody too.
            emitChange(path, "org.bluez.GattCharacteristic1", ["Value": .bytes(characteristic.value)])
            invocation.reply([.bytes(characteristic.value)])
        case let member:
            invocation.fail(DBusError(name: DBusError.unknownMethodName, message: member ?? ""))
        }
    }
}
