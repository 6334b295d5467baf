// A request as bytes, for what no HTTP client would send; and in the thread of the server, where it matters what comes after what.
import { connect } from 'node:net'

/** Sends the text as it is and reads the beginning of the answer. @param port on this machine */
export function rawRequest(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.once('data', (data) => {
      resolve(data.toString('latin1'))
      socket.destroy()
    })
    socket.once('error', reject)
  })
}
