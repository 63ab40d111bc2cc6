import type { EventEngineState } from '@hornets/contract/admin/operation/event-engine'
import { eventEngineMessages } from '@hornets/contract/admin/operation/event-engine-messages'
import { describe, expect, it } from 'vitest'
import { openConsole } from '../../support/console-visit.ts'
import { copiedEngine } from '../../support/stubs/operation-answers.ts'
import { playState } from '../../support/stubs/relay-states.ts'
import { status } from '../../support/stubs/stub-relay.ts'

const address = 'postgres://hornets:secret@database.example/hornets'

const site = openConsole(relay => playState(relay, 'full'), { signedIn: true })
type Move = NonNullable<EventEngineState['move']>
const { move } = copiedEngine
const withMove = (change: Partial<Move>, engine: EventEngineState['engine'] = 'embedded'): EventEngineState => ({
  ...copiedEngine,
  engine,
  move: { ...move, ...change },
})

describe('the move of the events', () => {
  it('is begun with an address, shows how far it is, and can be cancelled', async () => {
    let state: EventEngineState = { ...copiedEngine, move: null }
    const asked: unknown[] = []
    const progress = { table: 'events', done: 1200, total: 4000 }
    site.relay.answers.set('GET /api/event-engine', () => ({ body: state }))
    site.relay.answers.set('POST /api/event-engine/copy', ({ body }) => {
      asked.push(body)
      if (asked.length === 1) {
        const { addressMissing } = eventEngineMessages
        return {
          status: 400,
          body: { error: addressMissing, code: 'invalid_fields', fields: { address: addressMissing } },
        }
      }
      state = withMove({ state: 'copying', ended_at: null, progress })
      return { status: 202, body: state }
    })
    site.relay.answers.set('POST /api/event-engine/cancel', () => {
      state = withMove({ state: 'failed', error: null })
      return { body: state }
    })
    const page = await site.go('/health')
    const card = page.getByRole('region', { name: 'Where events are stored' })
    await card.getByText('In the data folder (events.lmdb), by the relay itself.').waitFor()
    await card.getByRole('button', { name: 'Copy to PostgreSQL' }).click()
    await card.getByText(eventEngineMessages.addressMissing).waitFor()
    const field = card.getByLabel('Address of the database')
    expect(await field.getAttribute('type')).toBe('password')
    await field.fill(address)
    await card.getByRole('button', { name: 'Copy to PostgreSQL' }).click()
    await card.getByText('Copying events to database.example/hornets. 1,200 of 4,000').waitFor()
    expect(await card.getByRole('progressbar').getAttribute('value')).toBe('0.3')
    state = withMove({ state: 'copying', ended_at: null, progress: { ...progress, done: 4000 } })
    await card.getByText('4,000 of 4,000').waitFor()
    await card.getByRole('button', { name: 'Cancel' }).click()
    await card.getByText('The copy was cancelled. What was copied stays there.').waitFor()
    await card.getByRole('button', { name: 'Continue' }).click()
    await card.getByText('4,000 of 4,000').or(card.getByText('1,200 of 4,000')).waitFor()
    expect(asked).toEqual([{ engine: 'postgres' }, { engine: 'postgres', address }, { engine: 'postgres' }])
  })

  it('is finished by a restart that is asked for, and says what was compared', async () => {
    let state: EventEngineState = copiedEngine
    let asked = 0
    site.relay.answers.set('GET /api/event-engine', () => ({ body: state }))
    site.relay.answers.set('POST /api/event-engine/switch', () => {
      asked += 1
      state = withMove({ state: 'moved', events: 1, ended_at: '2026-08-31T11:50:00Z' }, 'postgres')
      return { status: 202, body: state }
    })
    site.relay.answers.set('GET /api/status', () => ({
      body: { ...status, ...(asked > 0 && { startedAt: '2026-01-02T00:00:00Z' }) },
    }))
    const page = await site.go('/health')
    const card = page.getByRole('region', { name: 'Where events are stored' })
    await card.getByText(/^Everything up to .+ is in database\.example\/hornets\. The relay still uses/).waitFor()
    await card.getByRole('button', { name: 'Restart and switch' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText(/If anything differs, it starts with the data folder as before/).waitFor()
    expect(asked).toBe(0)
    await dialog.getByRole('button', { name: 'Restart and switch' }).click()
    await card.getByText(/^1 event was moved to PostgreSQL and compared, /).waitFor()
    await card.getByRole('button', { name: 'Copy to the data folder' }).waitFor()
    expect(asked).toBe(1)
  })

  it.each([
    ['failed', 'The copy has stopped:', 'connect ECONNREFUSED 127.0.0.1:1'],
    ['stayed', 'The events stayed where they are:', 'these differ: events'],
  ] as const)('says why it %s', async (state, sentence, error) => {
    site.relay.answers.set('GET /api/event-engine', { body: withMove({ state, error }) })
    const page = await site.go('/health')
    const card = page.getByRole('region', { name: 'Where events are stored' })
    await card.getByText(`${sentence} ${error}`).waitFor()
    await card.getByRole('button', { name: 'Continue' }).waitFor()
  })

  it('names the command where nothing would start the relay again', async () => {
    site.relay.answers.set('GET /api/event-engine', { body: { ...copiedEngine, is_restart_offered: false } })
    const page = await site.go('/health')
    await page.getByText(/npm run admin -- move-events postgres, and start it/).waitFor()
    expect(await page.getByRole('button', { name: 'Restart and switch' }).count()).toBe(0)
  })
})
