// Datagrams to a Unix socket, which Bun and Node have no call for: by the system's own, of the C library.
import { dlopen, ptr, type FFIFunction } from 'bun:ffi'

// As on Linux, on x64 and arm64 alike.
const unix = 1
const datagram = 2
const closeOnExec = 0o2000000
const dontWait = 0x40
const noSignal = 0x4000

const calls = {
  socket: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
  sendto: { args: ['i32', 'ptr', 'u64', 'i32', 'ptr', 'u32'], returns: 'i64' },
} as const satisfies Record<string, FFIFunction>

/**
 * @param address the socket's path, or `@name` for one that is no file
 * @returns sends a text, without waiting. @throws Error if it did not go
 */
export function datagramTo(address: string): (text: string) => void {
  const { symbols } = libraryCalls()
  const path = new TextEncoder().encode(address.replace(/^@/, '\0'))
  const target = new Uint8Array([unix, 0, ...path])
  const socket = symbols.socket(unix, datagram | closeOnExec, 0)
  if (socket < 0) throw new Error('There is no socket to be had')
  return (text) => {
    const bytes = new TextEncoder().encode(text)
    const sent = symbols.sendto(
      socket,
      ptr(bytes),
      bytes.length,
      dontWait | noSignal,
      ptr(target),
      target.length,
    )
    if (Number(sent) !== bytes.length) throw new Error(`${address} took nothing`)
  }
}

/** From whichever C library this system has: glibc, or musl under the name that it has for this processor. */
function libraryCalls() {
  const processor = process.arch === 'arm64' ? 'aarch64' : 'x86_64'
  try {
    return dlopen('libc.so.6', calls)
  } catch {
    return dlopen(`libc.musl-${processor}.so.1`, calls)
  }
}
