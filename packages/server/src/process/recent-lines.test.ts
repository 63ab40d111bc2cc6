import { expect, test } from 'vitest'
import { RecentLines } from './recent-lines.ts'

const line = (msg: string, more: object = {}) => `${JSON.stringify({ level: 30, time: 1, msg, ...more })}\n`

test('keeps the last 1,000 lines, newest first, and cuts long ones to their message', () => {
  const lines = new RecentLines()
  for (let count = 1; count <= 1500; count++) lines.write(line(`line ${count}`))
  const kept = [...lines.newestFirst()]
  expect([kept.length, kept[0]?.id, kept.at(-1)?.id]).toEqual([1000, 1500, 501])
  lines.write(line('m'.repeat(20_000), { stack: 's'.repeat(1_000_000) }))
  const [newest] = [...lines.newestFirst()]
  expect(newest?.text.length).toBeLessThan(8192)
  expect(JSON.parse(newest?.text ?? '')).toMatchObject({ level: 30, time: 1, msg: 'm'.repeat(4096) })
})
