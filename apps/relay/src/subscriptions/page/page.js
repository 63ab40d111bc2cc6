// The public page of subscriptions: signs in with an extension (NIP-07, NIP-98) and shows what the key has.
const texts = JSON.parse(document.getElementById('texts').textContent)
const accountPath = '/subscribe/account'
const refreshMs = 30_000
const language = document.documentElement.lang
const element = id => document.getElementById(id)
const number = new Intl.NumberFormat(language)
const sats = amount => `${number.format(amount)} ${texts.sats}`
const day = time => new Date(time).toLocaleDateString(language, { dateStyle: 'medium' })
let token

element('sign-in-button').addEventListener('click', async () => {
  element('trouble').textContent = ''
  if (!window.nostr) {
    element('trouble').textContent = texts.noExtension
    return
  }
  try {
    const event = await window.nostr.signEvent({
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

async function refresh(authorization) {
  const response = await window.fetch(accountPath, { headers: { authorization } })
  if (!response.ok) throw new Error(String(response.status))
  const account = await response.json()
  token = account.token
  show(account)
}

function show(account) {
  element('sign-in').hidden = true
  element('account').hidden = false
  element('status').textContent = texts[account.status]
  element('tier').textContent = account.tier || '–'
  element('expires').textContent = account.expires_at ? day(account.expires_at) : '–'
  element('credit').textContent = sats(account.credit_sats)
  element('pending').textContent = sats(account.pending_sats)
  element('used').textContent =
    account.total_bytes === null ? '–' : `${size(account.used_bytes)} ${texts.of} ${size(account.total_bytes)}`
  element('no-address').hidden = account.address !== ''
  element('address-box').hidden = account.address === ''
  element('address').textContent = account.address
  showChoices(account.offers)
  showPayments(account.payments)
}

function size(bytes) {
  const units = ['KB', 'MB', 'GB', 'TB']
  let value = bytes / 1024
  while (value >= 1024 && units.length > 1) {
    value /= 1024
    units.shift()
  }
  return `${number.format(Math.round(value * 100) / 100)} ${units[0]}`
}

function showChoices(offers) {
  const chosen = element('choices').dataset.chosen ?? '0'
  element('choices').replaceChildren(
    ...offers.map((offer, index) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = `${offer.datalimit.replace(/ per month$/, '')} · ${sats(offer.price)}`
      button.setAttribute('aria-pressed', String(chosen === String(index)))
      button.addEventListener('click', () => {
        element('choices').dataset.chosen = String(index)
        showChoices(offers)
        element('choices').children[index].focus()
      })
      return button
    }),
  )
  const offer = offers[Number(chosen)] ?? offers[0]
  if (!offer) return
  element('qr').setAttribute('viewBox', `0 0 ${offer.qr.size} ${offer.qr.size}`)
  element('qr').setAttribute('aria-label', offer.uri)
  element('qr').firstElementChild.setAttribute('d', offer.qr.path)
  element('wallet-link').href = offer.uri
}

element('copy').addEventListener('click', async () => {
  await navigator.clipboard.writeText(element('address').textContent)
  element('copy').textContent = texts.copied
  setTimeout(() => {
    element('copy').textContent = texts.copy
  }, 3000)
})

function showPayments(payments) {
  element('no-payments').hidden = payments.length > 0
  element('payments').hidden = payments.length === 0
  element('payments').tBodies[0].replaceChildren(
    ...payments.map(payment => {
      const row = document.createElement('tr')
      for (const text of [day(payment.date), sats(payment.sats), texts[`state_${payment.status}`]])
        row.insertCell().textContent = text
      return row
    }),
  )
}
