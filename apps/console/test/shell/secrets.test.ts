import { expect, it } from 'vitest'
import { openConsole } from '../support/console-visit.ts'
import { fullOperation } from '../support/stubs/operation-answers.ts'
import { playState } from '../support/stubs/relay-states.ts'

const site = openConsole(relay => playState(relay, 'full'), { signedIn: true })

it('lists each secret with its age, what to change with it and the way there, and how many are replaced', async () => {
  const page = await site.go('/secrets')
  const rows = page.getByRole('list', { name: 'Secrets' }).getByRole('listitem')
  const row = (text: string) => rows.filter({ hasText: text })
  await page.getByRole('status').getByText('1 of 8 replaced.').waitFor()
  expect(await rows.count()).toBe(8)
  await row('Wallet API key').getByText('Done').waitFor()
  await row('S3 secret key').getByText('To do').waitFor()
  await row('mail server')
    .getByText(/^Older than/)
    .waitFor()
  await row('Prometheus').getByText('change METRICS_TOKEN and restart').waitFor()
  expect(await row('Prometheus').getByRole('link').count()).toBe(0)
  await page.getByText('Not set: SOCKS proxy password.').waitFor()
  const places = ['S3 secret key', 'Webhook secrets', 'Backup encryption key'].map(name =>
    row(name).getByRole('link').getAttribute('href'),
  )
  expect(await Promise.all(places)).toEqual(['/settings/s3', '/profile/notifications', '/backup'])
})

it('begins, ends all sessions after a question, and says when everything is replaced', async () => {
  const { secrets } = fullOperation['/api/secrets']
  site.relay.answers.set('GET /api/secrets', { body: { secrets, began_at: null } })
  site.relay.answers.set('POST /api/secrets/rotation', () => {
    site.relay.answers.set('GET /api/secrets', { body: fullOperation['/api/secrets'] })
    return { body: fullOperation['/api/secrets'] }
  })
  const page = await site.go('/secrets')
  await page.getByText('No rotation yet.').waitFor()
  expect(await page.getByText('To do').count()).toBe(0)
  await page.getByRole('button', { name: 'Begin', exact: true }).click()
  await page.getByText('1 of 8 replaced.').waitFor()

  const done = { secrets: secrets.map(one => ({ ...one, is_done: true })), began_at: '2026-02-28T08:00:00Z' }
  site.relay.answers.set('POST /api/secrets/sessions', () => {
    site.relay.answers.set('GET /api/secrets', { body: done })
    return { body: done }
  })
  await page.getByRole('button', { name: 'Rotate', exact: true }).click()
  await page.getByRole('alertdialog').getByText('Every admin has to sign in again').waitFor()
  expect(site.relay.calls).not.toContain('POST /api/secrets/sessions')
  await page.getByRole('button', { name: 'End sessions' }).click()
  await page.getByText('All secrets are replaced.').waitFor()
})

it('says when the secrets cannot be read', async () => {
  site.relay.answers.set('GET /api/secrets', { status: 400, body: { error: 'Bad request', code: 'bad_request' } })
  const page = await site.go('/secrets')
  await page.getByRole('button', { name: 'Try again' }).waitFor()
})
