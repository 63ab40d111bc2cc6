import type { NostrEvent } from '@hornets/contract'
import type { EventBatch } from './event-batch.ts'

/** Latest time that six bytes can hold; later times are ordered like this one. */
export const timeMax = 2 ** 48 - 1
export const nameBytes = 6 + 32

const start = Buffer.from('{"id":"')
const timeLabel = Buffer.from('","created_at":')
const idAt = start.length
const idEnd = idAt + 64
const labelAt = idEnd + '","pubkey":"'.length + 64
const digitsAt = labelAt + timeLabel.length

/** Of the event with this JSON, which need not be parsed if it is canonical. */
export function nameOf(json: Buffer): Buffer {
  const name = Buffer.allocUnsafe(nameBytes)
  const isCanonical = json.subarray(0, idAt).equals(start) && json.subarray(labelAt, digitsAt).equals(timeLabel)
  const { id, created_at } = isCanonical
    ? { id: json.toString('latin1', idAt, idEnd), created_at: numberAt(json, digitsAt) }
    : (JSON.parse(json.toString()) as NostrEvent)
  name.writeUIntBE(Math.min(created_at, timeMax), 0, 6)
  name.write(id, 6, 'hex')
  return name
}

function numberAt(json: Buffer, from: number): number {
  let value = 0
  for (let at = from; ; at += 1) {
    const digit = (json[at] ?? 0) - 48
    if (digit < 0 || digit > 9) return value
    value = value * 10 + digit
  }
}

export function idsIn(batch: EventBatch): string[] {
  return Array.from({ length: batch.length }, (_, at) => {
    const { buffer, byteOffset } = batch.slice(at)
    return Buffer.from(buffer, byteOffset + 6, 32).toString('hex')
  })
}
