import { setImmediate } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { MessageScheduler, type Sender, TurnAccount } from './message-scheduler.ts'

const message = (text: string) => Buffer.from(text)

function work(millis: number): void {
  for (const end = performance.now() + millis; performance.now() < end; );
}

function openScheduler() {
  const heard: string[] = []
  const scheduler = new MessageScheduler()
  const sender = (name: string, millis: number) => {
    const own = { isWaiting: false }
    const sender: Sender = {
      handle: text => {
        heard.push(`${name} ${text}`)
        work(millis)
      },
      wait: isWaiting => {
        own.isWaiting = isWaiting
      },
    }
    return { own, sender }
  }
  return { heard, scheduler, sender }
}

it('handles cheap messages in order of arrival', () => {
  vi.spyOn(performance, 'now').mockReturnValue(1000)
  const { heard, scheduler, sender } = openScheduler()
  const client = sender('client', 0)
  for (const text of ['a', 'b', 'c']) scheduler.take(new TurnAccount(), client.sender, message(text))
  expect([heard, client.own.isWaiting]).toEqual([['client a', 'client b', 'client c'], false])
})

it("lets a newcomer wait for one message of a flooding address, and pauses that address's connections", async () => {
  const { heard, scheduler, sender } = openScheduler()
  const flooding = new TurnAccount()
  const lines = [sender('flood 1', 5), sender('flood 2', 5)]
  for (let at = 0; at < 10; at++) for (const line of lines) scheduler.take(flooding, line.sender, message(`${at}`))
  expect(heard.length).toBeLessThan(4)
  expect(lines.map(({ own }) => own.isWaiting)).toEqual([true, true])
  const bystander = sender('bystander', 0)
  scheduler.take(new TurnAccount(), bystander.sender, message('hello'))
  const before = heard.length
  await setImmediate()
  expect(heard.indexOf('bystander hello')).toBeLessThanOrEqual(before + 1)
  while (heard.length < 21) await setImmediate()
  for (const name of ['flood 1', 'flood 2'])
    expect(heard.filter(text => text.startsWith(name))).toEqual(Array.from({ length: 10 }, (_, at) => `${name} ${at}`))
  expect(lines.map(({ own }) => own.isWaiting)).toEqual([false, false])
})

it('gives two flooding addresses equal time for messages of any cost', async () => {
  const { heard, scheduler, sender } = openScheduler()
  const [dear, cheap] = [sender('dear', 4), sender('cheap', 1)]
  const [dearAccount, cheapAccount] = [new TurnAccount(), new TurnAccount()]
  for (let at = 0; at < 40; at++) {
    scheduler.take(dearAccount, dear.sender, message(`${at}`))
    scheduler.take(cheapAccount, cheap.sender, message(`${at}`))
  }
  while (heard.filter(text => text.startsWith('cheap')).length < 40) await setImmediate()
  const dearOnes = heard.filter(text => text.startsWith('dear')).length
  expect(dearOnes).toBeGreaterThan(5)
  expect(dearOnes).toBeLessThan(25)
})

it('messages of a connection that has gone are not handled', async () => {
  const { heard, scheduler, sender } = openScheduler()
  const account = new TurnAccount()
  const gone = sender('gone', 10)
  for (const text of ['a', 'b', 'c']) scheduler.take(account, gone.sender, message(text))
  scheduler.forget(account, gone.sender)
  await setImmediate()
  await setImmediate()
  expect(heard).toEqual(['gone a'])
})
