"""A network namespace that records: one interface with a default route, a resolver, and the kernel's own packet counters.

The interface is a TUN device: whatever the kernel routes to it is read here as raw IP packets. The resolver answers every question with an
address behind that interface, so that a program that looks a name up goes on and tries to connect.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import socket
import struct
import subprocess
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

PROGRAMS = ("unshare", "ip", "strace", "Xvfb", "xdotool")
SHARED_MEMORY = Path("/dev/shm")
"""Locks between processes live here for a moment; the namespace has an empty one of its own, in which nothing may be left."""
TUN = "silence0"
ADDRESS, GATEWAY, ANSWER = "192.0.2.1", "192.0.2.2", "192.0.2.80"
ADDRESS_6 = "2001:db8::1"
RESOLVER = "127.0.0.1"
_NAME_CACHE = Path("/run/nscd")
_TUNSETIFF, _IFF_TUN, _IFF_NO_PI = 0x400454CA, 0x0001, 0x1000
_PROTOCOLS = {1: "ICMP", 6: "TCP", 17: "UDP", 58: "ICMPv6"}
_NEIGHBOURS = range(133, 137)
"""ICMPv6 router and neighbour discovery, which the kernel sends by itself when an interface comes up."""


def available() -> str:
    """Return why the proof cannot be made on this system; empty where it can."""
    if missing := [program for program in PROGRAMS if not shutil.which(program)]:
        return f"{', '.join(missing)} not installed"
    completed = subprocess.run([*entering(), "true"], capture_output=True, text=True, check=False)
    if completed.returncode:
        return completed.stderr.strip() or "unshare failed"
    return "" if Path("/dev/net/tun").exists() else "/dev/net/tun is missing"


def entering() -> Sequence[str]:
    """Return the command prefix that runs a program in new network and mount namespaces; children die with it."""
    user = () if os.geteuid() == 0 else ("--map-root-user",)
    return ("unshare", "--net", "--mount", "--fork", "--kill-child", *user)


@dataclass(slots=True)
class Traffic:
    """Packets and look-ups that reached the interface and the resolver; `counted` are the kernel's counters of sent packets, by
    interface."""

    packets: list[str] = field(default_factory=list)
    lookups: list[str] = field(default_factory=list)
    counted: dict[str, int] = field(default_factory=dict)


class Recorder:
    """Set the namespace up and record until `stop`. Must run as root of the namespace."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.traffic = Traffic()
        self._tun = _open_tun()
        _configure(folder)
        self._resolver = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._resolver.bind((RESOLVER, 53))
        for target in (self._read_packets, self._answer):
            threading.Thread(target=target, daemon=True).start()
        time.sleep(1.5)  # the kernel's own first packets
        self.traffic.packets.clear()
        self._before = sent_packets()

    def stop(self) -> Traffic:
        """Return all that was recorded; the counters exclude packets that the kernel sent before the recording began."""
        after = sent_packets()
        self.traffic.counted = {name: after[name] - self._before.get(name, 0) for name in after}
        return self.traffic

    def _read_packets(self) -> None:
        while packet := os.read(self._tun, 65536):
            described = describe(packet)
            if described:
                self.traffic.packets.append(described)

    def _answer(self) -> None:
        while True:
            query, sender = self._resolver.recvfrom(4096)
            name, kind, end = _question(query)
            self.traffic.lookups.append(f"{name} ({'AAAA' if kind == 28 else 'A' if kind == 1 else kind})")
            self._resolver.sendto(_reply(query[:end], kind), sender)


def sent_packets() -> dict[str, int]:
    """Return the kernel's count of packets sent, by interface of this namespace."""
    lines = Path("/proc/net/dev").read_text().splitlines()[2:]
    fields = {name.strip(): values.split() for name, _, values in (line.partition(":") for line in lines)}
    return {name: int(values[9]) for name, values in fields.items()}


def describe(packet: bytes) -> str:
    """Return protocol, address and port of an IP packet; empty for the kernel's own neighbour discovery."""
    if packet[0] >> 4 == 4:
        protocol, host = packet[9], socket.inet_ntop(socket.AF_INET, packet[16:20])
        payload = packet[(packet[0] & 15) * 4 :]
    else:
        protocol, host, payload = packet[6], socket.inet_ntop(socket.AF_INET6, packet[24:40]), packet[40:]
        if protocol == 0 or (protocol == 58 and payload[0] in _NEIGHBOURS):  # multicast membership, or discovery
            return ""
    port = f" port {struct.unpack('!H', payload[2:4])[0]}" if protocol in (6, 17) else ""
    return f"{_PROTOCOLS.get(protocol, f'protocol {protocol}')} to {host}{port}"


def _open_tun() -> int:
    handle = os.open("/dev/net/tun", os.O_RDWR)
    fcntl.ioctl(handle, _TUNSETIFF, struct.pack("16sH", TUN.encode(), _IFF_TUN | _IFF_NO_PI))
    return handle


def _configure(folder: Path) -> None:
    resolv = folder / "resolv.conf"
    resolv.write_text(f"nameserver {RESOLVER}\n")
    commands = (
        "ip link set lo up",
        f"ip address add {ADDRESS}/24 dev {TUN}",
        f"ip link set {TUN} up",
        f"ip route add default via {GATEWAY} dev {TUN}",
        f"mount -t tmpfs none {SHARED_MEMORY}",
        f"mount --bind {resolv} {Path('/etc/resolv.conf').resolve()}",
    )
    settings = Path("/proc/sys/net/ipv6/conf") / TUN
    if settings.exists():  # the kernel asks for routers by itself when an interface comes up
        (settings / "router_solicitations").write_text("0")
        (settings / "addr_gen_mode").write_text("1")
    if _NAME_CACHE.is_dir():  # a cache of names outside the namespace would look hosts up for the program
        subprocess.run(["mount", "-t", "tmpfs", "none", str(_NAME_CACHE)], check=True)
    for command in commands:
        subprocess.run(command.split(), check=True)
    if settings.exists():
        subprocess.run(["ip", "address", "add", f"{ADDRESS_6}/64", "dev", TUN, "nodad"], check=True)
        subprocess.run(["ip", "-6", "route", "add", "default", "dev", TUN], check=True)


def _question(query: bytes) -> tuple[str, int, int]:
    """Return the name and type that a DNS query asks for, and where its question ends."""
    labels, position = [], 12
    while length := query[position]:
        labels.append(query[position + 1 : position + 1 + length].decode("ascii", "replace"))
        position += 1 + length
    kind = struct.unpack("!H", query[position + 1 : position + 3])[0]
    return ".".join(labels), kind, position + 5


def _reply(query: bytes, kind: int) -> bytes:
    """Return an answer with one address for an A question, an empty one for others."""
    count = 1 if kind == 1 else 0
    header = query[:2] + struct.pack("!HHHHH", 0x8180, 1, count, 0, 0)
    record = struct.pack("!HHHIH", 0xC00C, 1, 1, 60, 4) + socket.inet_aton(ANSWER)
    return header + query[12:] + (record if count else b"")
