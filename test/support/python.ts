// Runs Python programs in one process, one after another: to start it takes longer than most of them do.

/** Says what each of its lines, a program as JSON, has printed. */
const loop = `
import contextlib, io, json, sys, traceback
for line in sys.stdin:
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            exec(json.loads(line), {})
        print(json.dumps([True, printed.getvalue()]), flush=True)
    except Exception:
        print(json.dumps([False, traceback.format_exc()]), flush=True)
`

export class PythonPrograms {
  #process: Bun.Subprocess<'pipe', 'pipe', 'inherit'> | undefined
  #lines: AsyncIterator<string> | undefined

  /** What a program prints. @throws Error with its traceback if it fails */
  async outputOf(source: string): Promise<string> {
    this.#process ??= Bun.spawn(['python3', '-c', loop], { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' })
    this.#lines ??= linesOf(this.#process.stdout)
    await this.#process.stdin.write(`${JSON.stringify(source)}\n`)
    await this.#process.stdin.flush()
    const { value } = await this.#lines.next()
    const [isDone, text]: [boolean, string] = JSON.parse(String(value))
    if (!isDone) throw new Error(text)
    return text
  }

  end(): void {
    this.#process?.kill()
  }
}

async function* linesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string, void> {
  let rest = ''
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
