/** @import { PageAccount, PageCode, PageInvoice } from '../page-account.ts' */
import { element, link, texts } from './elements.js'
import { showReminders } from './mail.js'

// The public page of subscriptions: signs in with an extension (NIP-07, NIP-98) and shows what the key has.

const accountPath = '/subscribe/account'
const invoicePath = '/subscribe/invoice'
const refreshMs = 30_000
const askInvoiceMs = 3000
const language = document.documentElement.lang
const number = new Intl.NumberFormat(language)
/** @param {number} amount */
const sats = amount => `${number.format(amount)} ${texts.sats}`
/** @param {string} time */
const day = time => new Date(time).toLocaleDateString(language, { dateStyle: 'medium' })
/** @param {Window & { nostr?: { signEvent(event: object): Promise<object> } }} window NIP-07 */
const extensionOf = ({ nostr }) => nostr
let token = ''
/** @type {PageAccount} */
let account
/**
 * The last invoice of each offer, with the time when it ends by this browser's clock.
 * @type {Map<string, PageInvoice & { ends: number }>}
 */
const invoices = new Map()

element('sign-in-button').addEventListener('click', async () => {
  element('trouble').textContent = ''
  const extension = extensionOf(window)
  if (!extension) {
    element('trouble').textContent = texts.noExtension
    return
  }
  try {
    const event = await extension.signEvent({
      kind: 27235,
      created_at: Math.floor(Date.now() / 1000),
      tags: [
        ['u', location.origin + accountPath],
        ['method', 'GET'],
      ],
      content: '',
    })
    await refresh(`Nostr ${btoa(JSON.stringify(event))}`)
    setInterval(() => refresh(`Bearer ${token}`).catch(() => {}), refreshMs)
  } catch {
    element('trouble').textContent = texts.failed
  }
})

/** @param {string} authorization */
async function refresh(authorization) {
  const response = await window.fetch(accountPath, { headers: { authorization } })
  if (!response.ok) throw new Error(String(response.status))
  account = await response.json()
  token = account.token
  if (account.invoice) keepInvoice(account.invoice)
  show()
}

function show() {
  element('sign-in').hidden = true
  element('account').hidden = false
  element('status').textContent = texts[account.status]
  element('tier').textContent = account.tier.replace(/ per month$/, () => ` ${texts.perMonth}`) || '–'
  element('expires').textContent = account.expires_at ? day(account.expires_at) : '–'
  element('credit').textContent = sats(account.credit_sats)
  element('pending').textContent = sats(account.pending_sats)
  element('used').textContent =
    account.total_bytes === null ? '–' : `${size(account.used_bytes)} ${texts.of} ${size(account.total_bytes)}`
  element('address').textContent = account.address
  showWays()
  showChoices()
  showPayments(account.payments)
  showReminders(account)
}

/** @param {number} bytes */
function size(bytes) {
  const units = ['KB', 'MB', 'GB', 'TB']
  let value = bytes / 1024
  while (value >= 1024 && units.length > 1) {
    value /= 1024
    units.shift()
  }
  return `${number.format(Math.round(value * 100) / 100)} ${units[0]}`
}

/** Lightning where that is the only way, or was chosen. */
const isLightning = () =>
  account.lightning && (account.address === '' || element('ways').dataset.chosen === 'lightning')

function showWays() {
  element('no-address').textContent = account.paused ? texts.paused : texts.noAddress
  element('no-address').hidden = account.address !== '' || account.lightning
  element('choices').hidden = account.address === '' && !account.lightning
  element('ways').hidden = account.address === '' || !account.lightning
  element('way-chain').setAttribute('aria-pressed', String(!isLightning()))
  element('way-lightning').setAttribute('aria-pressed', String(isLightning()))
  element('address-box').hidden = account.address === '' || isLightning()
  element('lightning-box').hidden = !isLightning()
}

for (const way of ['chain', 'lightning'])
  element(`way-${way}`).addEventListener('click', () => {
    element('ways').dataset.chosen = way
    showWays()
    showInvoice()
  })

const chosenOffer = () => account.offers[Number(element('choices').dataset.chosen ?? '0')] ?? account.offers[0]

function showChoices() {
  const { offers } = account
  const chosen = element('choices').dataset.chosen ?? '0'
  element('choices').replaceChildren(
    ...offers.map((offer, index) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = `${offer.datalimit.replace(/ per month$/, '')} · ${sats(offer.price)}`
      button.setAttribute('aria-pressed', String(chosen === String(index)))
      button.addEventListener('click', () => {
        element('choices').dataset.chosen = String(index)
        element('invoice-state').textContent = ''
        showChoices()
        element('choices').querySelectorAll('button')[index]?.focus()
      })
      return button
    }),
  )
  showInvoice()
  const offer = chosenOffer()
  if (!offer?.qr || !offer.uri) return
  draw('qr', offer.uri, offer.qr)
  link('wallet-link').href = offer.uri
}

/** @param {string} id @param {string} uri @param {PageCode} qr */
function draw(id, uri, qr) {
  element(id).setAttribute('viewBox', `0 0 ${qr.size} ${qr.size}`)
  element(id).setAttribute('aria-label', uri)
  element(id).firstElementChild?.setAttribute('d', qr.path)
}

/** @param {string} button @param {string} source @param {string} label */
function copies(button, source, label) {
  element(button).addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(element(source).textContent)
    } catch {
      // No clipboard without TLS: it is selected for the reader to copy.
      getSelection()?.selectAllChildren(element(source))
      return
    }
    element(button).textContent = texts.copied
    setTimeout(() => {
      element(button).textContent = label
    }, 3000)
  })
}
copies('copy', 'address', texts.copy)
copies('copy-invoice', 'invoice', texts.copyInvoice)

/** @param {string} method @param {string} name @param {string} value @returns {Promise<PageInvoice>} */
async function callInvoice(method, name, value) {
  const query = new URLSearchParams({ [name]: value })
  const response = await window.fetch(`${invoicePath}?${query}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
  })
  if (!response.ok) throw new Error(String(response.status))
  return response.json()
}

/** @param {PageInvoice} invoice */
function keepInvoice(invoice) {
  const known = invoices.get(invoice.tier)
  const ends = Date.now() + invoice.seconds_left * 1000
  // A payment that was seen is not taken back by an older answer.
  if (known?.payment_hash === invoice.payment_hash && known.state !== 'open') return
  invoices.set(invoice.tier, { ...invoice, ends })
}

function showInvoice() {
  const invoice = invoices.get(chosenOffer()?.datalimit ?? '')
  const seconds = invoice ? Math.max(0, Math.ceil((invoice.ends - Date.now()) / 1000)) : 0
  const isPayable = invoice?.state === 'open' && seconds > 0
  element('invoice-box').hidden = !isPayable
  element('make-invoice').hidden = isPayable
  if (invoice?.state === 'paid') element('invoice-state').textContent = texts.invoicePaid
  else if (invoice && !isPayable) element('invoice-state').textContent = texts.invoiceExpired
  if (!isPayable) return
  element('invoice-state').textContent = ''
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  element('invoice-left').textContent = texts.invoiceLeft.replace('{}', left)
  if (element('invoice').textContent === invoice.invoice) return
  element('invoice').textContent = invoice.invoice
  link('invoice-link').href = invoice.uri
  draw('invoice-qr', invoice.uri, invoice.qr)
}

element('make-invoice').addEventListener('click', async () => {
  /** @type {HTMLButtonElement} */
  const button = element('make-invoice')
  const datalimit = chosenOffer()?.datalimit
  if (datalimit === undefined) return
  button.disabled = true
  element('invoice-state').textContent = texts.makingInvoice
  try {
    const made = await callInvoice('POST', 'tier', datalimit)
    invoices.delete(datalimit)
    keepInvoice(made)
    showInvoice()
  } catch (error) {
    element('invoice-state').textContent =
      error instanceof Error && error.message === '429' ? texts.invoiceTooMany : texts.invoiceFailed
  }
  button.disabled = false
})

setInterval(() => {
  if (account) showInvoice()
}, 1000)

setInterval(async () => {
  for (const invoice of invoices.values()) {
    if (invoice.state !== 'open' || invoice.ends < Date.now()) continue
    const found = await callInvoice('GET', 'payment_hash', invoice.payment_hash).catch(() => undefined)
    if (!found) continue
    keepInvoice(found)
    if (found.state === 'paid') await refresh(`Bearer ${token}`).catch(() => {})
  }
}, askInvoiceMs)

/** @param {PageAccount['payments']} payments */
function showPayments(payments) {
  /** @type {HTMLTableElement} */
  const table = element('payments')
  element('no-payments').hidden = payments.length > 0
  table.hidden = payments.length === 0
  table.tBodies[0]?.replaceChildren(
    ...payments.map(payment => {
      const row = document.createElement('tr')
      for (const text of [day(payment.date), sats(payment.sats), texts[`state_${payment.status}`]])
        row.insertCell().textContent = text
      return row
    }),
  )
}
