// Reminders by mail, on the page of subscriptions: the address, the mailed code, and stopping them.
const mailTexts = JSON.parse(document.getElementById('texts').textContent)
const mailPath = '/subscribe/mail'
const part = id => document.getElementById(id)
let signedIn
/** A key that waits for its code wants another address. */
let isChanging = false
let shown

document.addEventListener('account', ({ detail: account }) => {
  signedIn = account.token
  showMail(account.mail)
})

function showMail(mail) {
  shown = mail
  part('mail').hidden = mail === null
  if (mail === null) return
  const state = isChanging ? 'off' : mail.state
  part('mail-ask').hidden = state !== 'off'
  part('mail-confirm').hidden = state !== 'pending'
  part('mail-on').hidden = state !== 'on'
  part('mail-sent').textContent = mailTexts.mailSent.replace('{}', () => mail.address)
  part('mail-to').textContent = mailTexts.mailOn.replace('{}', () => mail.address)
}

async function call(method, path, body) {
  part('mail-trouble').textContent = ''
  const headers = { authorization: `Bearer ${signedIn}` }
  const response = await window
    .fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    .catch(() => undefined)
  const answer = await response?.json().catch(() => undefined)
  if (!response?.ok) {
    part('mail-trouble').textContent = troubleOf(response?.status, answer?.fields ?? {})
    return false
  }
  isChanging = false
  showMail(answer.mail)
  return true
}

function troubleOf(status, fields) {
  if (fields.address) return mailTexts.mailInvalid
  if (fields.code) return mailTexts.mailCodeWrong
  if (status === 409) return mailTexts.mailUnwanted
  return status === 429 ? mailTexts.mailTooOften : mailTexts.mailFailed
}

/** Runs once at a time, with its button off meanwhile. */
function onSubmit(form, work) {
  let isRunning = false
  part(form).addEventListener('submit', async event => {
    event.preventDefault()
    if (isRunning) return
    isRunning = true
    await work()
    isRunning = false
  })
}

onSubmit('mail-ask', async () => {
  const address = part('mail-address').value.trim()
  const isAsked = await call('POST', mailPath, { address, language: document.documentElement.lang })
  part(isAsked ? 'mail-code' : 'mail-address').focus()
})
onSubmit('mail-confirm', async () => {
  const code = part('mail-code').value.replace(/[^0-9A-Za-z]/g, '')
  const isOn = await call('POST', `${mailPath}/confirm`, { code })
  if (isOn) part('mail-code').value = ''
  part(isOn ? 'mail-stop' : 'mail-code').focus()
})
part('mail-other').addEventListener('click', () => {
  isChanging = true
  showMail(shown)
  part('mail-address').focus()
})
part('mail-stop').addEventListener('click', async () => {
  if (await call('DELETE', mailPath)) part('mail-address').focus()
})
