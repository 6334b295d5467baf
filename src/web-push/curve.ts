// Whether a browser's public key is one: a point of the curve P-256 (FIPS 186-5).

const prime = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn
const b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn
const coordinateBytes = 32
/** Of a point that is not compressed. */
const mark = 4

/**
 * Whether these are the coordinates of a point, behind the byte that says so. Asked by hand: BoringSSL notes that a key is wrong, and
 * Bun takes that note for the failure of whatever is hashed next.
 */
export function isPoint(bytes: Buffer): boolean {
  if (bytes.length !== 1 + 2 * coordinateBytes || bytes[0] !== mark) return false
  const x = coordinate(bytes, 1)
  const y = coordinate(bytes, 1 + coordinateBytes)
  return x < prime && y < prime && (y * y - (x * x * x - 3n * x + b)) % prime === 0n
}

function coordinate(bytes: Buffer, start: number): bigint {
  return BigInt(`0x${bytes.toString('hex', start, start + coordinateBytes)}`)
}
