// The settings of the server's own HTTPS.
import { anyText, email, file, names, portOrOff, switched, webPlace, whole } from './kinds'
import { optional, setting, type Group } from './setting'

export const https = setting({
  name: 'https',
  kind: names,
  placeholder: 'names',
  usual: '',
  without: 'no HTTPS, as behind a proxy',
  example: 'chat.example.com',
  sentence:
    'serve HTTPS for these host names, with commas between, by certificates that are ordered from an authority, to whose terms ' +
    'you agree; of one name, organizations are subdomains, each with its own certificate',
})

export const httpsHost = optional({
  name: 'https-host',
  kind: anyText,
  placeholder: 'host',
  without: 'all addresses',
  example: '192.0.2.7',
  sentence: 'address to listen on for HTTPS, and for what is sent on to it',
})

export const httpsPort = setting({
  name: 'https-port',
  kind: whole(0, 65_535),
  placeholder: 'port',
  usual: '443',
  sentence:
    'port for HTTPS; browsers and the authority come to 443: where that is passed on to another one, say --public-url, too',
})

export const httpPort = setting({
  name: 'http-port',
  kind: portOrOff,
  placeholder: 'port|off',
  usual: '80',
  sentence: 'port where the authority is answered and browsers are sent on to HTTPS; off for none',
})

export const httpsCertificate = optional({
  name: 'https-certificate',
  kind: file,
  placeholder: 'file',
  without: 'one is ordered for each name',
  example: '/etc/ssl/chat.example.com.pem',
  sentence:
    'a certificate of your own with its chain, in PEM: names that it has are not ordered; read again when it changes',
})

export const httpsKey = optional({
  name: 'https-key',
  kind: file,
  placeholder: 'file',
  secret: 'file',
  without: 'it is in the file of the certificate',
  example: '/etc/ssl/private/chat.example.com.key',
  sentence: 'its key, in PEM',
})

export const acmeDirectory = setting({
  name: 'acme-directory',
  kind: webPlace,
  placeholder: 'address',
  usual: 'https://acme-v02.api.letsencrypt.org/directory',
  sentence: 'the ACME directory of the authority that certificates are ordered from',
})

export const acmeEmail = optional({
  name: 'acme-email',
  kind: email,
  placeholder: 'address',
  without: 'it writes to nobody',
  example: 'admin@example.com',
  sentence: 'where the authority writes to when something is wrong',
})

export const acmeRoot = optional({
  name: 'acme-root',
  kind: file,
  placeholder: 'file',
  without: 'one that everybody trusts',
  example: '/etc/ssl/own-authority.pem',
  sentence:
    "a PEM file with the root of an authority of your own, which the authority's own HTTPS is signed by",
})

export const http2 = setting({
  name: 'http2',
  kind: switched,
  placeholder: 'on|off',
  usual: 'off',
  sentence: 'speak HTTP/2 by HTTPS, too: what this is made with calls that experimental',
})

export const hstsDays = setting({
  name: 'hsts-days',
  kind: whole(0, 3650),
  placeholder: 'n',
  usual: '30',
  unit: 'days',
  sentence:
    'how long browsers are to come by HTTPS alone, which they are told (HSTS) as long as that is safe; 0 to never tell them',
})

export const httpsGroup: Group = {
  title: 'HTTPS',
  settings: [
    https,
    httpsHost,
    httpsPort,
    httpPort,
    httpsCertificate,
    httpsKey,
    acmeDirectory,
    acmeEmail,
    acmeRoot,
    http2,
    hstsDays,
  ],
}
