import { readFileSync } from 'node:fs'
import type { SubscriptionTier, TierGives } from '@hornets/contract/admin/relay-settings'
import { escapeHtml } from '@hornets/server/http/api-docs/escape-html'
import type { Language } from '../../mail/languages.ts'
import { priceOf } from '../ledger/tier.ts'

export const pageStyle = readFileSync(new URL('./page.css', import.meta.url), 'utf8')
/** What browsers load, by file name. */
export const pageScripts = ['page.js', 'mail.js', 'elements.js'].map(
  name => [name, readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8')] as const,
)

export interface PageFacts {
  readonly relayName: string
  readonly tiers: readonly SubscriptionTier[]
  readonly freeLimit: string | undefined
  readonly freeGives: TierGives
  readonly language: Language
}

type PageTexts = Language['page']

/** The public page of subscriptions. What its script shows after signing in is filled into the elements here. */
export function renderPage({ relayName, tiers, freeLimit, freeGives, language }: PageFacts): string {
  const { tag, page: texts } = language
  const shown = freeLimit === undefined ? texts : { ...texts, read_only: texts.readOnlyFree }
  const t = (name: keyof PageTexts) => escapeHtml(texts[name])
  const format = new Intl.NumberFormat(tag)
  const sizeOf = (limit: string) => `${escapeHtml(limit.replace(/ per month$/, ''))} ${t('perMonth')}`
  const filled = (name: 'files' | 'kept' | 'kinds', value: string) => t(name).replace('{}', () => escapeHtml(value))
  const limitsOf = ({ maxfile, days, kinds }: TierGives) =>
    [
      maxfile && filled('files', maxfile),
      days !== undefined && filled('kept', format.format(days)),
      kinds && filled('kinds', kinds.map(name => name.slice('kind'.length)).join(', ')),
    ]
      .filter(Boolean)
      .map(limit => `<br><span class="note">${limit}</span>`)
      .join('')
  const rows = tiers.map(
    tier =>
      `<tr><td>${sizeOf(tier.datalimit)}${limitsOf(tier)}</td><td>${format.format(priceOf(tier) ?? 0)} ${t('sats')}</td></tr>`,
  )
  const free = freeLimit === undefined ? '' : `<p>${t('freeTier')}: ${sizeOf(freeLimit)}${limitsOf(freeGives)}</p>`
  const line = (id: string, label: keyof PageTexts) => `<div><dt>${t(label)}</dt><dd id="${id}"></dd></div>`
  const selling = `<table><caption>${t('prices')}</caption>
<thead><tr><th scope="col">${t('size')}</th><th scope="col">${t('price')}</th></tr></thead><tbody>${rows.join('')}</tbody></table>
${free}
<section id="sign-in"><button id="sign-in-button" type="button">${t('signIn')}</button><p class="note">${t('signInNote')}</p></section>
<p id="trouble" role="alert"></p>
<section id="account" hidden><h2>${t('account')}</h2>
<dl>${line('status', 'status')}${line('tier', 'tier')}${line('expires', 'expires')}${line('used', 'used')}${line('credit', 'credit')}${line('pending', 'pending')}</dl>
<h2>${t('pay')}</h2>
<p id="no-address" hidden>${t('noAddress')}</p>
<div id="choices" role="group" aria-label="${t('prices')}"></div>
<div id="ways" role="group" aria-label="${t('way')}" hidden><button id="way-chain" type="button">${t('onChain')}</button><button id="way-lightning" type="button">${t('lightning')}</button></div>
<div id="lightning-box" hidden><p class="note">${t('lightningNote')}</p>
<div id="invoice-box" hidden><svg id="invoice-qr" role="img" aria-label="QR"><path></path></svg>
<p id="invoice-left" role="timer"></p>
<p><code id="invoice"></code></p>
<p class="actions"><button id="copy-invoice" type="button">${t('copyInvoice')}</button><a id="invoice-link">${t('open')}</a></p></div>
<p id="invoice-state" role="status"></p>
<button id="make-invoice" type="button">${t('makeInvoice')}</button></div>
<div id="address-box" hidden><p class="note">${t('payNote')}</p>
<svg id="qr" role="img" aria-label="QR"><path></path></svg>
<p><code id="address"></code></p>
<p class="actions"><button id="copy" type="button">${t('copy')}</button><a id="wallet-link">${t('open')}</a></p></div>
<h2>${t('payments')}</h2><p id="no-payments">${t('noPayments')}</p>
<table id="payments" hidden><thead><tr><th scope="col">${t('date')}</th><th scope="col">${t('amount')}</th><th scope="col">${t('status')}</th></tr></thead><tbody></tbody></table>
${mailSection(t)}
</section>
<script type="application/json" id="texts">${JSON.stringify(shown).replaceAll('<', '\\u003c')}</script>
<script src="/subscribe/page.js" type="module"></script>`
  return framed(
    { relayName, tag, title: texts.title },
    `<p>${rows.length > 0 ? t('intro') : t('nothingSold')}</p>
${rows.length > 0 ? selling : free}`,
  )
}

const mailSection = (t: (name: keyof PageTexts) => string) => `<section id="mail" hidden><h2>${t('mail')}</h2>
<p class="note">${t('mailNote')}</p>
<form id="mail-ask" novalidate><label for="mail-address">${t('mailAddress')}</label><input id="mail-address" type="email" autocomplete="email" maxlength="254" aria-describedby="mail-trouble"><button>${t('mailAsk')}</button></form>
<form id="mail-confirm" novalidate hidden><p id="mail-sent"></p><label for="mail-code">${t('mailCode')}</label><input id="mail-code" autocomplete="one-time-code" autocapitalize="characters" maxlength="12" aria-describedby="mail-trouble"><button>${t('mailConfirm')}</button><button id="mail-other" type="button">${t('mailOther')}</button></form>
<div id="mail-on" hidden><p id="mail-to"></p><p class="actions"><button id="mail-stop" type="button">${t('mailStop')}</button></p></div>
<p id="mail-trouble" role="alert"></p></section>`

/** The page behind the link in each mail: its button stops them, and opening it does not. */
export function renderStopPage(
  isStopped: boolean,
  { relayName, language: { tag, page: texts } }: Pick<PageFacts, 'relayName' | 'language'>,
): string {
  const button = `<form method="post"><p class="actions"><button>${escapeHtml(texts.mailStop)}</button></p></form>`
  const said = `<p role="status">${escapeHtml(texts.mailStopped)}</p>`
  return framed({ relayName, tag, title: texts.mail }, isStopped ? said : button)
}

interface Frame extends Pick<PageFacts, 'relayName'> {
  readonly tag: string
  readonly title: string
}

function framed({ relayName, tag, title }: Frame, content: string): string {
  return `<!doctype html>
<html lang="${tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – ${escapeHtml(relayName)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/subscribe/page.css">
</head>
<body><main>
<h1>${escapeHtml(title)} <small>${escapeHtml(relayName)}</small></h1>
${content}
</main></body>
</html>
`
}
