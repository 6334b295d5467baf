// The settings for those who watch the server: where Prometheus finds it, and what counts as slow.
import { atLeast16, place, whole } from './kinds'
import { optional, setting, type Group } from './setting'

export const metricsAddress = optional({
  name: 'metrics-address',
  kind: place,
  placeholder: 'address',
  without: 'none',
  example: '127.0.0.1:9100',
  sentence: 'address of its own on which /metrics answers Prometheus; keep it inside your network',
})

export const metricsToken = optional({
  name: 'metrics-token',
  kind: atLeast16,
  placeholder: 'text',
  without: 'none, and /metrics is not on the port that people use',
  secret: 'value',
  sentence:
    'what Prometheus says as a bearer token: with it, /metrics is on the port that people use, too, and asks for it everywhere',
})

export const slowRequest = setting({
  name: 'slow-request',
  kind: whole(0, 1e9),
  placeholder: 'milliseconds',
  usual: '1000',
  unit: 'milliseconds',
  sentence: 'requests that take longer are logged, long polls aside; 0 for none',
})

export const slowQuery = setting({
  name: 'slow-query',
  kind: whole(0, 1e9),
  placeholder: 'milliseconds',
  usual: '0',
  unit: 'milliseconds',
  sentence: 'queries of databases that take longer are logged, without the values in them; 0 for none',
})

export const watching: Group = {
  title: 'Watching it',
  settings: [metricsAddress, metricsToken, slowRequest, slowQuery],
}
