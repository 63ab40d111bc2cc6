import { directWayOut } from '@hornets/server/outgoing/way-out'
import { createLogger } from '@hornets/server/process/logger'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MailHealth } from '../../../src/mail/mail-health.ts'
import { MailQueue } from '../../../src/mail/mail-queue.ts'
import { MailError } from '../../../src/mail/mailer.ts'
import { smtpMailer } from '../../../src/mail/smtp-mailer.ts'
import { findFreeBasePort } from '../../../src/servers/free-ports.ts'
import { type MailServer, startMailServer } from '../../support/mail-server.ts'

const mail = { to: 'hornet@mail.example', subject: 'Code', text: 'AB23CD\n', html: '<p>AB23CD</p>' }
const minuteMs = 60_000
let clock: number
let post: MailServer
const logger = createLogger({ name: 'test', level: 'silent' })
const error = vi.spyOn(logger, 'error')
const warn = vi.spyOn(logger, 'warn')
beforeEach(async () => {
  clock = 1e12
  post = await startMailServer()
  error.mockClear()
  warn.mockClear()
})
afterEach(() => post.close())

function queueTo({ smtp } = post) {
  const now = () => clock
  const health = new MailHealth(now, logger)
  return {
    health,
    queue: new MailQueue({
      mailer: smtpMailer({ ...smtp, wayOut: directWayOut }),
      health,
      logger,
      now,
      firstPauseMs: 5,
    }),
  }
}

it('does not retry a permanent refusal: reports it to the waiting caller, voids its content, and logs it once', async () => {
  const { queue, health } = queueTo()
  post.state.answers.push(550)
  const onGivenUp = vi.fn(async () => {})
  await expect(queue.deliver(mail, { until: clock + minuteMs, onGivenUp })).rejects.toThrow(MailError)
  expect([onGivenUp.mock.calls.length, error.mock.calls.length, post.state.tries]).toEqual([1, 1, 1])
  // One undeliverable address does not affect the others.
  expect(health.trouble).toBeUndefined()
  await queue.close()
})

it('retries a temporary refusal until it is accepted, and sends it once', async () => {
  const { queue } = queueTo()
  post.state.answers.push(451, 421, 450)
  expect(await queue.deliver(mail, { until: clock + minuteMs })).toBe(false)
  await post.mailTo(mail.to)
  await queue.close()
  expect([post.state.tries, post.mails.length, error.mock.calls.length]).toEqual([4, 0, 0])
})

it('reports an absent mail server once, and waits for it', async () => {
  // A port without a listener.
  const port = 1 + (await findFreeBasePort(['127.0.0.1', '127.0.0.1']))
  const url = new URL(post.smtp.url)
  url.port = String(port)
  const { queue, health } = queueTo({ ...post, smtp: { ...post.smtp, url } })
  expect(await queue.deliver(mail, { until: clock + minuteMs })).toBe(false)
  expect(await queue.deliver(mail, { until: clock + minuteMs })).toBe(false)
  expect(health.trouble).toEqual({ since: clock, reason: expect.stringContaining('did not take the mail') })
  expect(warn).toHaveBeenCalledTimes(1)
  const back = await startMailServer(port)
  await back.mailTo(mail.to)
  await back.mailTo(mail.to)
  await expect.poll(() => health.trouble).toBeUndefined()
  await queue.close()
  await back.close()
})

it('gives up an expired or cancelled email', async () => {
  const { queue } = queueTo()
  post.state.answers.push(451, 451)
  const onGivenUp = vi.fn(async () => {})
  expect(await queue.deliver(mail, { until: clock + minuteMs, onGivenUp })).toBe(false)
  clock += minuteMs
  await expect.poll(() => onGivenUp.mock.calls.length).toBe(1)
  post.state.answers.push(451)
  const isWanted = vi.fn(async () => false)
  expect(await queue.deliver(mail, { until: clock + minuteMs, isWanted })).toBe(false)
  await expect.poll(() => isWanted.mock.calls.length).toBe(1)
  expect([post.state.tries, post.mails.length]).toEqual([3, 0])
  await queue.close()
})

it('reports the number of lost emails at the stop, and sends none of them later', async () => {
  const { queue } = queueTo()
  post.state.answers.push(451)
  expect(await queue.deliver(mail, { until: clock + minuteMs })).toBe(false)
  await queue.close()
  expect(error).toHaveBeenCalledWith({ mails: 1 }, expect.any(String))
  expect(post.state.tries).toBe(1)
})
