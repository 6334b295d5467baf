// The one file of a form of several parts, taken out of it as the form comes in.
import type { Busboy } from '@fastify/busboy'
import { badRequest, type ApiError } from '../http/errors'

/** No client sends nearly as much beside the file: bytes of a field, and how many there are. */
const limits = {
  files: 1,
  fields: 100,
  parts: 101,
  fieldNameSize: 200,
  fieldSize: 16 * 1024,
  headerPairs: 50,
  headerSize: 16 * 1024,
} as const

/** Reads the form piece by piece; holds no more of it than it is given at once. */
export class FormFile {
  /** As its sender calls it; undefined as long as it has not begun. */
  name: string | undefined
  /** The names of what else the form has. */
  readonly otherFields = new Set<string>()
  readonly #parser: InstanceType<typeof Busboy>
  #taken: Buffer[] = []
  #failure: ApiError | undefined

  private constructor(parser: InstanceType<typeof Busboy>) {
    this.#parser = parser
    parser.on('file', (_field, content, name) => {
      // Browsers write quotes and line breaks so, and nothing else.
      this.name ??= (name ?? '').replaceAll(/%(?:22|0d|0a)/gi, decodeURIComponent)
      content.on('data', (piece: Buffer) => void this.#taken.push(piece))
      // The parser itself says what is wrong.
      content.on('error', () => undefined)
    })
    parser.on('field', (name) => void this.otherFields.add(name))
    parser.on('error', () => (this.#failure ??= malformed()))
    parser.on('filesLimit', () => (this.#failure ??= notOneFile()))
    for (const limit of ['fieldsLimit', 'partsLimit'] as const) {
      parser.on(limit, () => (this.#failure ??= badRequest('The form has too many fields')))
    }
  }

  /** @throws ApiError BAD_REQUEST for a body that is no form of several parts */
  static async begin(contentType: string | null): Promise<FormFile> {
    // Node's streams, which a start does not need.
    const { Busboy } = await import('@fastify/busboy')
    if (!/^multipart\/form-data\s*;/i.test(contentType ?? '')) throw notOneFile()
    try {
      return new FormFile(new Busboy({ headers: { 'content-type': contentType ?? '' }, limits }))
    } catch {
      throw malformed()
    }
  }

  /** What a part of the form has of the file. @throws ApiError BAD_REQUEST */
  async take(part: Uint8Array): Promise<Buffer[]> {
    const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength)
    await new Promise<void>((resolve) => void this.#parser.write(bytes, () => resolve()))
    return this.#pieces()
  }

  /** The rest of the file, at the end of the form. @throws ApiError BAD_REQUEST where that is not its end, or it had no file */
  async end(): Promise<Buffer[]> {
    await new Promise<void>((resolve) => {
      this.#parser.once('finish', resolve).once('error', () => resolve())
      this.#parser.end()
    })
    const pieces = this.#pieces()
    if (this.name === undefined) throw notOneFile()
    return pieces
  }

  #pieces(): Buffer[] {
    if (this.#failure) throw this.#failure
    const pieces = this.#taken
    this.#taken = []
    return pieces
  }
}

function malformed(): ApiError {
  return badRequest('The multipart body is malformed')
}

function notOneFile(): ApiError {
  return badRequest('You must upload exactly one file')
}
