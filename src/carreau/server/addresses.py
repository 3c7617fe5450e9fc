"""Addresses of this machine."""

import ipaddress
import socket

from carreau.server.settings import Settings


def is_everywhere(host: str) -> bool:
    """Return whether a host means all addresses of this machine."""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return not host


def local_address() -> str:
    """Return this machine's address in the local network, without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def peers_address(settings: Settings, port: int) -> str:
    """Return the address at which other servers reach this one, which listens on a port."""
    if settings.peers_address:
        return settings.peers_address
    host = local_address() if is_everywhere(settings.host) else settings.host
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
