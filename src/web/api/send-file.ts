// Calls that take a file, such as a picture: as multipart form, whole.
import { answered, callersHeader, readAnswer } from './call'

/** @param path below `/json` @throws Problem, Unreachable */
export async function sendFile(
  path: string,
  file: File,
  parameters: Readonly<Record<string, string>> = {},
  method: 'POST' | 'PATCH' = 'POST',
): Promise<Readonly<Record<string, unknown>>> {
  const form = new FormData()
  for (const [name, value] of Object.entries(parameters)) form.append(name, value)
  form.append('file', file, file.name)
  const headers = { accept: 'application/json', ...callersHeader() }
  return readAnswer(await answered(`/json${path}`, { method, body: form, headers }))
}
