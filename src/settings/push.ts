// The settings of notifications on devices, and of the keys of other services.
import { anyText, file, origin, secretText } from './kinds'
import { optional, setting, type Group } from './setting'

export const pushBouncer = optional({
  name: 'push-bouncer',
  kind: origin,
  placeholder: 'address',
  without: 'the one that `confab push register` was told',
  example: 'https://push.example.com',
  sentence: 'the service that passes notifications on to devices',
})

export const pushBouncerId = optional({
  name: 'push-bouncer-id',
  kind: anyText,
  placeholder: 'id',
  without: 'as `confab push register` made it',
  example: '6f1c2a34-0b5d-4e6f-8a79-1b2c3d4e5f60',
  sentence: 'what that service knows this server by',
})

export const pushBouncerKey = optional({
  name: 'push-bouncer-key',
  kind: secretText,
  placeholder: 'key',
  without: 'as `confab push register` made it',
  secret: 'value',
  sentence: 'the key that goes with it',
})

export const fcmCredentials = optional({
  name: 'fcm-credentials',
  kind: file,
  placeholder: 'file',
  without: 'not through FCM',
  example: '/etc/confab/fcm.json',
  secret: 'file',
  sentence:
    "a service account's JSON file: Android devices of your own app are notified through FCM, without a bouncer",
})

export const fcmUrl = setting({
  name: 'fcm-url',
  kind: origin,
  placeholder: 'address',
  usual: 'https://fcm.googleapis.com',
  hidden: true,
  sentence: 'where FCM is, for tests',
})

export const apnsKey = optional({
  name: 'apns-key',
  kind: file,
  placeholder: 'file',
  without: 'not through APNs',
  example: '/etc/confab/apns.p8',
  secret: 'file',
  sentence:
    'a .p8 key of your Apple developer account, with apns-key-id and apns-team-id: Apple devices of your own app are ' +
    'notified through APNs, without a bouncer',
})

export const apnsKeyId = optional({
  name: 'apns-key-id',
  kind: anyText,
  placeholder: 'id',
  without: 'none',
  example: 'ABC123DEFG',
  sentence: 'the ID of that key',
})

export const apnsTeamId = optional({
  name: 'apns-team-id',
  kind: anyText,
  placeholder: 'id',
  without: 'none',
  example: 'DEF123GHIJ',
  sentence: "the developer account's team ID",
})

export const apnsUrl = setting({
  name: 'apns-url',
  kind: origin,
  placeholder: 'address',
  usual: 'https://api.push.apple.com',
  sentence: 'where APNs is; https://api.sandbox.push.apple.com for builds in development',
})

export const push: Group = {
  title: 'Notifications on devices',
  settings: [
    pushBouncer,
    pushBouncerId,
    pushBouncerKey,
    fcmCredentials,
    fcmUrl,
    apnsKey,
    apnsKeyId,
    apnsTeamId,
    apnsUrl,
  ],
}

export const giphyApiKey = optional({
  name: 'giphy-api-key',
  kind: secretText,
  placeholder: 'key',
  without: 'none',
  secret: 'value',
  hasFlag: true,
  sentence: "the server's key of GIPHY: where an organization lets them, clients search for GIFs there",
})

export const giphyUrl = setting({
  name: 'giphy-url',
  kind: origin,
  placeholder: 'address',
  usual: 'https://api.giphy.com',
  hidden: true,
  sentence: 'where GIPHY is, for tests',
})

export const services: Group = { title: 'Other services', settings: [giphyApiKey, giphyUrl] }
