// The services of others that the settings name: mail, notifications, object storage.
import { openPlace } from '../backup/place'
import { SmtpFailure, tryLogin } from '../mail/smtp'
import { ask } from '../push/bouncer'
import { systemClock } from '../organization/clock'
import { mailServer } from '../settings/mail-server'
import { allowPrivateAddresses } from '../settings/network'
import { pushRules } from '../settings/push-access'
import { publicAddress } from '../settings/reaching'
import { serverRules, uploadStorage } from '../settings/rules'
import { ok, problem, wordsOf, type Check } from './finding'

export const settingsCheck: Check = {
  name: 'settings',
  async run({ dataFolder, settings, faults }) {
    const wrong = faults.map((fault) =>
      problem(
        fault,
        'Correct it, as no server starts with it; the rest was looked at without. `confab config check` says whether it is right then.',
      ),
    )
    try {
      await serverRules(dataFolder, settings)
      return wrong.length > 0 ? wrong : [ok('The settings make sense.')]
    } catch (error) {
      const advice = 'Correct it; `confab config check` says whether it is right then.'
      return [...wrong, problem(wordsOf(error), advice)]
    }
  },
}

export const mailCheck: Check = {
  name: 'mail',
  async run({ settings }, signal) {
    const server = mailServer(settings)
    if (!server) return [ok('No mail is sent: --smtp-url is not set.')]
    const name = new URL(publicAddress(settings) ?? 'http://localhost').hostname
    try {
      await tryLogin(server, name, signal)
      const how = server.login ? `lets ${server.login.user} in` : 'answers'
      return [ok(`The mail server ${server.host}:${server.port} ${how}.`)]
    } catch (error) {
      if (!(error instanceof SmtpFailure)) throw error
      return [
        problem(
          `${error.message}.`,
          'Correct --smtp-url, --smtp-user and the password; `confab mail test ADDRESS --verbose` shows more.',
        ),
      ]
    }
  },
}

export const pushCheck: Check = {
  name: 'notifications',
  async run({ dataFolder, settings }, signal) {
    const { bouncer, fcm, apns } = await pushRules(dataFolder, settings)
    const findings = []
    if (fcm) findings.push(ok(`The credentials for FCM are those of ${fcm.clientEmail}.`))
    if (apns) findings.push(ok(`The key for APNs is ${apns.keyId}.`))
    if (!bouncer)
      return findings.length > 0 ? findings : [ok('Phones are not notified: there is no push bouncer.')]
    const network = { allowsPrivateAddresses: settings.value(allowPrivateAddresses) }
    const answer = await ask(
      bouncer.url,
      '',
      {},
      { signal },
      { network, clock: systemClock, access: bouncer },
    )
    if (answer.kind === 'answered' && (answer.status === 401 || answer.status === 403))
      return [
        ...findings,
        problem(
          `The push bouncer ${bouncer.url} does not know this server.`,
          `Run \`confab push register --bouncer ${bouncer.url}\`.`,
        ),
      ]
    if (answer.kind === 'answered' && answer.status < 500)
      return [...findings, ok(`The push bouncer ${bouncer.url} answers.`)]
    const why = answer.kind === 'answered' ? `it answered ${answer.status}` : answer.reason
    return [
      ...findings,
      problem(
        `The push bouncer ${bouncer.url} can't be used: ${why}.`,
        'Phones are notified when it is back. Check --push-bouncer, and whether this machine may open connections to it.',
      ),
    ]
  },
}

export const uploadsCheck: Check = {
  name: 'uploads',
  async run({ settings }) {
    const storage = uploadStorage(settings)
    if (!storage) return [ok('Uploaded files are in the data folder.')]
    const first = openPlace(storage).list('')[Symbol.asyncIterator]()
    try {
      await first.next()
      return [
        ok(
          `The object storage of uploaded files (${storage.bucket}) answers. No backup has what is there: let it keep versions.`,
        ),
      ]
    } catch (error) {
      return [problem(`${wordsOf(error)}.`, 'Check --uploads, --s3-endpoint and the key.')]
    }
  },
}
