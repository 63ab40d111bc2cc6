import { type Endpoint, RawSocket, type RawSocketOptions } from './raw-socket.ts'

export interface Answer {
  readonly millis: number
  readonly events: number
  /** The relay's answer: EOSE, COUNT, CLOSED, or none because the connection ended. */
  readonly end: 'EOSE' | 'COUNT' | 'CLOSED' | 'gone'
  readonly text: string
}

const ignore = () => {}
const ends = { '["EO': 'EOSE', '["CO': 'COUNT', '["CL': 'CLOSED' } as const

export class Asker {
  readonly line: RawSocket
  #number = 0

  constructor(line: RawSocket) {
    this.line = line
  }

  static async connect(to: Endpoint, options?: RawSocketOptions): Promise<Asker> {
    return new Asker(await RawSocket.connect(to, options))
  }

  request(filter: object): Promise<Answer> {
    return this.#ask('REQ', filter, true)
  }

  subscribe(filter: object): Promise<Answer> {
    return this.#ask('REQ', filter, false)
  }

  count(filter: object): Promise<Answer> {
    return this.#ask('COUNT', filter, false)
  }

  #ask(verb: 'REQ' | 'COUNT', filter: object, closes: boolean): Promise<Answer> {
    const { line } = this
    this.#number += 1
    const id = `q${this.#number}`
    const mine = `,"${id}"`
    const begun = performance.now()
    let events = 0
    return new Promise(resolve => {
      const finish = (end: Answer['end'], text: string) => {
        line.onMessage = ignore
        line.onClose = ignore
        if (closes && end === 'EOSE') line.send(`["CLOSE","${id}"]`)
        resolve({ millis: performance.now() - begun, events, end, text })
      }
      if (line.closed) return finish('gone', '')
      // Named first: a function that is assigned to a property where it is written outlives all quick collections.
      const gone = () => finish('gone', '')
      const hear = (payload: Buffer) => {
        const start = payload.toString('latin1', 0, 4)
        if (start === '["EV') events += 1
        const end = ends[start as keyof typeof ends]
        if (end === undefined) return
        const text = payload.toString('utf8')
        if (text.includes(mine)) finish(end, text)
      }
      line.onClose = gone
      line.onMessage = hear
      line.send(`["${verb}","${id}",${JSON.stringify(filter)}]`)
    })
  }
}
