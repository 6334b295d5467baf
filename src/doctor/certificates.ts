// The certificates of the server's own HTTPS: whether each name has one that lasts, and whether the authority can be asked.
import { readFileSync } from 'node:fs'
import { type Certificate, isEnding } from '../https/certificate'
import { isFor } from '../https/names'
import { readFiles } from '../https/own-files'
import type { HttpsSettings } from '../https/settings'
import { HttpsStorage } from '../https/storage'
import { httpsSettings } from '../settings/reaching'
import { ok, problem, wordsOf, type Check, type Finding, type Patient } from './finding'

export const certificatesCheck: Check = {
  name: 'certificates',
  async run(patient, signal) {
    const https = httpsSettings(patient.settings)
    if (!https) return [ok('The server has no HTTPS of its own (--https).')]
    const findings: Finding[] = []
    const own: Certificate[] = []
    for (const { certificate, key } of https.files) {
      try {
        own.push(readFiles(certificate, key))
      } catch (error) {
        const advice = 'Correct --https-certificate and --https-key, and who may read the files.'
        findings.push(problem(`${wordsOf(error)}.`, advice))
      }
    }
    const ordered = https.names.filter((name) => !own.some((certificate) => isFor(certificate, name)))
    findings.push(...own.map((certificate) => judge(certificate, patient.now, renewIt)))
    if (ordered.length === 0) return findings
    findings.push(...ofOrdered(patient, https, ordered), await ofAuthority(https.authority, signal))
    return findings
  },
}

const renewIt = 'Have it renewed: the server takes the new files by itself.'

/** What is stored of the names that are ordered, and how the last orders went. */
function ofOrdered({ dataFolder, now }: Patient, https: HttpsSettings, names: readonly string[]): Finding[] {
  const findings: Finding[] = []
  const storage = new HttpsStorage(dataFolder, https.authority.directory)
  const stored = storage.certificates((file, error) =>
    findings.push(problem(`${file} can't be read: ${wordsOf(error)}.`, 'Remove it: another one is ordered.')),
  )
  const failures = storage.failures()
  for (const name of names) {
    const certificate = stored.get(name)
    const failure = failures.get(name)
    if (certificate)
      findings.push(judge(certificate, now, 'The log says why it is not renewed (docs/https.md).'))
    else if (!failure)
      findings.push(problem(`${name} has no certificate yet.`, 'Start the server: it orders one.'))
    if (failure)
      findings.push(
        problem(
          `The last order for ${name} has failed: ${failure.why.replace(/\.$/, '')}.`,
          `Do away with the cause (docs/https.md); it is ordered again at ${new Date(failure.next).toISOString()}.`,
        ),
      )
  }
  return findings
}

function judge(certificate: Certificate, now: number, advice: string): Finding {
  const { names, validUntil } = certificate
  const day = new Date(validUntil).toISOString().slice(0, 10)
  const whose = `The certificate of ${names.join(', ')}`
  if (validUntil <= now) return problem(`${whose} has expired on ${day}.`, advice)
  return isEnding(certificate, now)
    ? problem(`${whose} expires on ${day}.`, advice)
    : ok(`${whose} is valid until ${day}.`)
}

async function ofAuthority(
  { directory, rootFile }: HttpsSettings['authority'],
  signal: AbortSignal,
): Promise<Finding> {
  try {
    const tls = rootFile === undefined ? {} : { ca: readFileSync(rootFile, 'utf8') }
    const answer = await fetch(directory, { signal, tls })
    if (answer.ok) return ok(`The authority answers at ${directory}.`)
    return problem(`${directory} answers ${answer.status}.`, 'Check --acme-directory.')
  } catch (error) {
    return problem(
      `The authority can't be reached at ${directory}: ${wordsOf(error)}.`,
      'Check --acme-directory and --acme-root, and whether this machine may open connections to it.',
    )
  }
}
