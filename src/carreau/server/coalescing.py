"""Write coalescing: all that is written to a client in one turn of the event loop goes out together.

A system call costs as much as many lines of code, and a player who moves gets two messages at once.
"""

import asyncio
from collections.abc import Iterable
from typing import Any, Final

Data = bytes | bytearray | memoryview


class CoalescingTransport:
    """A transport of asyncio's that keeps what is written until the end of the turn, and leaves all else to another."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self.transport: Final = transport
        self.written: list[Data] = []
        self.call_soon: Final = asyncio.get_running_loop().call_soon

    def write(self, data: Data) -> None:
        if not self.written:
            self.call_soon(self.flush)
        self.written.append(data)

    def writelines(self, list_of_data: Iterable[Data]) -> None:
        for data in list_of_data:
            self.write(data)

    def flush(self) -> None:
        written, self.written = self.written, []
        if written and not self.transport.is_closing():
            self.transport.write(written[0] if len(written) == 1 else b"".join(written))

    def close(self) -> None:
        self.flush()
        self.transport.close()

    def write_eof(self) -> None:
        self.flush()
        self.transport.write_eof()

    def abort(self) -> None:
        self.transport.abort()

    def get_write_buffer_size(self) -> int:
        """Count what had to wait; what was written in this turn may go out at once."""
        return self.transport.get_write_buffer_size()

    def get_write_buffer_limits(self) -> tuple[int, int]:
        return self.transport.get_write_buffer_limits()

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        self.transport.set_write_buffer_limits(high, low)

    def can_write_eof(self) -> bool:
        return self.transport.can_write_eof()

    def is_closing(self) -> bool:
        return self.transport.is_closing()

    def is_reading(self) -> bool:
        return self.transport.is_reading()

    def pause_reading(self) -> None:
        self.transport.pause_reading()

    def resume_reading(self) -> None:
        self.transport.resume_reading()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self.transport.get_extra_info(name, default)

    def get_protocol(self) -> asyncio.BaseProtocol:
        return self.transport.get_protocol()

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.transport.set_protocol(protocol)
