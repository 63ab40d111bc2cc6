import { describe, expect, it } from 'vitest'
import { findViolations } from '../../support/axe.ts'
import { openConsole } from '../../support/console-visit.ts'
import { goWithin, untilAtRest } from '../../support/rest.ts'
import { fullOperation } from '../../support/stubs/operation-answers.ts'
import { playState } from '../../support/stubs/relay-states.ts'

const backup = fullOperation['/api/backup']
const now = { relayname: 'Hive', relaydescription: 'For beekeepers' }
const restored = { relayname: 'Nest', relaydescription: `${'long'.repeat(40)} description` }

const site = openConsole(
  relay => {
    playState(relay, 'full')
    relay.answers.set('GET /api/backup', {
      body: {
        ...backup,
        plan: { ...backup.plan, encryption: 'recipient' },
        runs: backup.runs.slice(1),
        progress: null,
      },
    })
    relay.answers.set('GET /api/settings-history/41', {
      body: { section: 'relay_info', now, restored, secrets: ['private_key'], newest: 41 },
    })
    relay.answers.set('POST /api/settings-file/comparison', {
      body: { changes: [{ section: 'relay_info', now, restored }] },
    })
  },
  { signedIn: true },
)

type Press = readonly ['button' | 'menuitem' | 'file', RegExp]

const file = { format: 'hornets-settings', version: 1, settings: { relay_info: restored } }

/** What opens over the pages of the operation, and how. */
const opened: Readonly<Record<string, readonly [string, ...Press[]]>> = {
  'a rule of alerts': ['/alerts', ['button', /^(Add a rule|Regel hinzufügen)/]],
  'the removal of a rule': ['/alerts', ['button', /^(Remove|Entfernen)/]],
  'the actions for a client': ['/clients', ['button', /203\.0\.113\.7/]],
  'a restore test with a key': ['/backup', ['button', /^(Test restore|Wiederherstellung testen)/]],
  'a version of settings': ['/settings-history', ['button', /^(General|Allgemein)/]],
  'a version to restore': ['/settings-history', ['button', /^(General|Allgemein)/], ['button', /^(Undo|Rückgängig)/]],
  'a file of settings': ['/settings-history', ['file', /./]],
  'a new round of replacements': ['/secrets', ['button', /^(Begin again|Von vorn)/]],
  'the end of all sessions': ['/secrets', ['button', /^(Rotate|Ersetzen)/]],
  'tasks at intervals': ['/health', ['button', /^(Recurring|Wiederkehrende)/]],
  'a switch of engines': ['/health', ['button', /^(Restart and switch|Neu starten und)/]],
  'a restart': ['/health', ['button', /^(Restart|Neu starten)$/]],
  'a line of the log': ['/logs', ['button', /a round failed/]],
}

/** What sticks out of the window or of the dialog to the right. */
const sticksOut = () => {
  const parts = [document.documentElement, ...document.querySelectorAll('[role=dialog], [role=alertdialog], main')]
  return parts.flatMap(part =>
    part.scrollWidth > part.clientWidth ? [`${part.tagName} ${part.scrollWidth} > ${part.clientWidth}`] : [],
  )
}

const phone = { language: 'de', dark: true, widths: [390, 320] }
const desktop = { language: 'en', dark: false, widths: [1440, 1024] }

// A phone has the least room.
describe.each(process.env.THOROUGH ? [phone, desktop] : [phone])('in $language', ({ language, dark, widths }) => {
  it('axe finds nothing with what opens over the pages of the operation, which fits', {
    timeout: 120_000,
  }, async () => {
    const { page, context } = await site.begin({ dark, width: widths[0] })
    const found: Record<string, string[]> = {}
    await context.addInitScript(code => localStorage.setItem('lng', code), language)
    await page.goto(`${site.relay.url}/404`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const [name, [path, ...presses]] of Object.entries(opened)) {
      await goWithin(page, path)
      for (const [role, label] of presses) {
        if (role === 'file')
          await page
            .locator('input[type=file]')
            .setInputFiles({
              name: 'settings.json',
              mimeType: 'application/json',
              buffer: Buffer.from(JSON.stringify(file)),
            })
        else await page.getByRole(role, { name: label }).first().click()
        await untilAtRest(page)
      }
      const over = '[role=menu], [role=dialog], [role=alertdialog]'
      const isOver = (await page.locator(over).count()) > 0
      const rules = { 'target-size': { enabled: widths[0] === 390 } }
      const problems = await findViolations(page, { rules }, isOver ? over : 'main')
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        await untilAtRest(page)
        problems.push(...(await page.evaluate(sticksOut)).map(text => `${width} px: ${text}`))
      }
      await page.setViewportSize({ width: widths[0] ?? 390, height: 900 })
      // Dialogs over dialogs close one by one.
      for (let times = 0; times < 3 && (await page.locator(over).count()) > 0; times++) {
        await page.keyboard.press('Escape')
        await untilAtRest(page)
      }
      if (problems.length > 0) found[name] = problems
    }
    expect(found).toEqual({})
  })
})
