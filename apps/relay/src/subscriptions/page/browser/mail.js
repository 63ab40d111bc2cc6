/** @import { ShownMail } from '../../mail/subscriber-mail.ts' */
/** @import { PageAccount } from '../page-account.ts' */
import { element, input, texts } from './elements.js'

// Reminders by mail: the address, the mailed code, and stopping them.

const mailPath = '/subscribe/mail'
let token = ''
/** A key that waits for its code wants another address. */
let isChanging = false
/** @type {ShownMail | null} */
let shown = null

/** @param {PageAccount} account */
export function showReminders(account) {
  token = account.token
  showMail(account.mail)
}

/** @param {ShownMail | null} mail */
function showMail(mail) {
  shown = mail
  element('mail').hidden = mail === null
  if (mail === null) return
  const state = isChanging ? 'off' : mail.state
  element('mail-ask').hidden = state !== 'off'
  element('mail-confirm').hidden = state !== 'pending'
  element('mail-on').hidden = state !== 'on'
  element('mail-sent').textContent = texts.mailSent.replace('{}', () => mail.address)
  element('mail-to').textContent = texts.mailOn.replace('{}', () => mail.address)
}

/** @param {string} method @param {string} path @param {object} [body] */
async function call(method, path, body) {
  element('mail-trouble').textContent = ''
  const headers = { authorization: `Bearer ${token}` }
  const response = await window
    .fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    .catch(() => undefined)
  /** @type {{ mail: ShownMail | null, fields?: Record<string, string> } | undefined} */
  const answer = await response?.json().catch(() => undefined)
  if (!response?.ok || !answer) {
    element('mail-trouble').textContent = troubleOf(response?.status, answer?.fields ?? {})
    return false
  }
  isChanging = false
  showMail(answer.mail)
  return true
}

/** @param {number | undefined} status @param {Record<string, string>} fields */
function troubleOf(status, fields) {
  if (fields.address) return texts.mailInvalid
  if (fields.code) return texts.mailCodeWrong
  if (status === 409) return texts.mailUnwanted
  return status === 429 ? texts.mailTooOften : texts.mailFailed
}

/** Runs once at a time. @param {string} form @param {() => Promise<void>} work */
function onSubmit(form, work) {
  let isRunning = false
  element(form).addEventListener('submit', async event => {
    event.preventDefault()
    if (isRunning) return
    isRunning = true
    await work()
    isRunning = false
  })
}

onSubmit('mail-ask', async () => {
  const address = input('mail-address').value.trim()
  const isAsked = await call('POST', mailPath, { address, language: document.documentElement.lang })
  element(isAsked ? 'mail-code' : 'mail-address').focus()
})
onSubmit('mail-confirm', async () => {
  const code = input('mail-code').value.replace(/[^0-9A-Za-z]/g, '')
  const isOn = await call('POST', `${mailPath}/confirm`, { code })
  if (isOn) input('mail-code').value = ''
  element(isOn ? 'mail-stop' : 'mail-code').focus()
})
element('mail-other').addEventListener('click', () => {
  isChanging = true
  showMail(shown)
  element('mail-address').focus()
})
element('mail-stop').addEventListener('click', async () => {
  if (await call('DELETE', mailPath)) element('mail-address').focus()
})
