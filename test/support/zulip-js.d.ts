// Types of the parts of zulip-js that the tests use; the package brings none.
declare module 'zulip-js' {
  type Answer = Promise<Record<string, unknown>>

  interface ZulipClient {
    config: { apiKey: string }
    users: {
      retrieve(params?: object): Answer
      me: { getProfile(): Answer; subscriptions: { add(params: object): Answer } }
    }
    streams: { retrieve(): Answer; topics: { retrieve(params: { stream_id: number }): Answer } }
    messages: {
      send(params: object): Answer
      retrieve(params: object): Answer
      flags: { add(params: object): Answer }
    }
    queues: { register(params: object): Answer; deregister(params: object): Answer }
    events: { retrieve(params: object): Answer }
    callEndpoint(endpoint: string, method: string, params?: object): Answer
  }

  export default function zulip(config: {
    username: string
    password?: string
    apiKey?: string
    realm: string
  }): Promise<ZulipClient>
}
