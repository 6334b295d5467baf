// The settings of where the server listens, how people reach it, and where it may go itself.
import { anyText, name, networks, origin, switched, whole } from './kinds'
import { optional, setting, type Group } from './setting'

export const host = setting({
  name: 'host',
  kind: anyText,
  placeholder: 'host',
  usual: '127.0.0.1',
  sentence: 'address to listen on; 0.0.0.0 for all',
})

export const port = setting({
  name: 'port',
  kind: whole(0, 65_535),
  placeholder: 'port',
  usual: '8420',
  sentence: 'port to listen on; 0 for any free one',
})

export const domain = optional({
  name: 'domain',
  kind: name,
  placeholder: 'name',
  without: 'guessed',
  example: 'chat.example.com',
  sentence: "the server's own host name; organizations are its subdomains",
})

export const publicUrl = optional({
  name: 'public-url',
  kind: origin,
  placeholder: 'address',
  without: 'where it listens',
  example: 'https://chat.example.com',
  sentence:
    'how people reach the server, such as https://chat.example.com: for links in mails and notifications; ' +
    'an organization with a subdomain has it before the host',
})

export const trustedProxies = setting({
  name: 'trusted-proxies',
  kind: networks,
  placeholder: 'addresses',
  usual: '',
  without: 'none',
  example: '10.0.0.0/8',
  sentence:
    'proxies whose X-Forwarded-For is believed: addresses or networks (10.0.0.0/8), with commas between',
})

export const allowPrivateAddresses = setting({
  name: 'allow-private-addresses',
  kind: switched,
  placeholder: 'on|off',
  usual: 'off',
  sentence:
    'links, webhooks and the like may lead the server to private addresses (10.0.0.0/8, localhost and so on)',
})

export const network: Group = {
  title: 'Address',
  settings: [host, port, domain, publicUrl, trustedProxies, allowPrivateAddresses],
}
