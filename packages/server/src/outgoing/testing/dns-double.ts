import { createSocket } from 'node:dgram'
import dns, { type LookupAddress, type LookupOptions, Resolver } from 'node:dns'
import { once } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'

type Answer = (name: string, time: number) => readonly string[]

export async function openDnsDouble(answer: Answer) {
  const asked = new Map<string, number>()
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, end } = readName(query)
    const isV4 = query.readUInt16BE(end) === 1
    const time = (asked.get(name) ?? 0) + 1
    if (isV4) asked.set(name, time)
    socket.send(replyTo(query.subarray(0, end + 4), isV4 ? answer(name, time) : []), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const resolver = new Resolver()
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  const usual = dns.lookup
  return {
    asked,
    takeOver(): void {
      dns.lookup = lookupBy(resolver) as typeof dns.lookup
      syncBuiltinESMExports()
    },
    async close(): Promise<void> {
      dns.lookup = usual
      syncBuiltinESMExports()
      socket.close()
      await once(socket, 'close')
    },
  }
}

type Found = (error: Error | null, address?: string | LookupAddress[], family?: number) => void

const lookupBy = (resolver: Resolver) => (name: string, options: LookupOptions, found: Found) =>
  resolver.resolve4(name, (error, addresses = []) => {
    if (error) return found(error)
    if (options.all)
      return found(
        null,
        addresses.map(address => ({ address, family: 4 })),
      )
    found(null, addresses[0], 4)
  })

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.'), end: at + 1 }
}

function replyTo(question: Buffer, addresses: readonly string[]): Buffer {
  const reply = Buffer.from(question)
  reply.writeUInt16BE(0x8180, 2)
  reply.writeUInt16BE(addresses.length, 6)
  reply.writeUInt32BE(0, 8)
  const records = addresses.map(address =>
    Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  )
  return Buffer.concat([reply, ...records])
}
