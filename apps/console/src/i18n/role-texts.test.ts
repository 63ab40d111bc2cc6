import { listAdmins } from '@hornets/contract/admin/accounts/admins'
import { listAudit } from '@hornets/contract/admin/audit'
import { reportNotifications } from '@hornets/contract/admin/notifications/reports'
import { getEarnings } from '@hornets/contract/admin/subscriptions/payments'
import { getBalanceUsd } from '@hornets/contract/admin/wallet'
import { mayCall } from '@hornets/contract/endpoint'
import { expect, it } from 'vitest'
import german from './de.json' with { type: 'json' }
import english from './en.json' with { type: 'json' }

const catalogues = [
  {
    texts: english,
    all: /every/,
    audit: /audit log/,
    admins: /admins/,
    reports: /reports/,
    money: /subscribers pay/,
    wallet: /the wallet/,
  },
  {
    texts: german,
    all: /alles/,
    audit: /Prüfprotokoll/,
    admins: /Admins/,
    reports: /Meldungen/,
    money: /Zahlungen der Abonnenten/,
    wallet: /dem Wallet/,
  },
]

it.each(catalogues)(
  'R-05: a role that is said to see all is said what it does not see',
  ({ texts, all, audit, admins, reports, money, wallet }) => {
    for (const role of ['viewer', 'moderator'] as const)
      for (const text of [texts.role[role].text, texts.profile.invite.may[role]]) {
        expect(text).toMatch(all)
        for (const [call, name] of [
          [listAudit, audit],
          [listAdmins, admins],
          [reportNotifications.list, reports],
          [getEarnings, money],
          [getBalanceUsd, wallet],
        ] as const)
          expect([text, name.test(text)]).toEqual([text, !mayCall(role, call)])
      }
  },
)

it.each(catalogues)(
  'AUTH: asks for the password again for a new role without saying when it was last given',
  ({ texts }) => {
    expect(texts.session.stepUp.lead).not.toMatch(/\d/)
  },
)
