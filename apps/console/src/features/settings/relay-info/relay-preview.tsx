import { addressInstead, policyDocuments, relayInfo } from '@hornets/contract/admin/settings'
import { type Control, useWatch } from 'react-hook-form'
import { useStatus } from '../../../api/queries/use-status.ts'
import { fieldTexts } from '../../../i18n/contract-texts.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { isLocal } from '../../../ui/text/is-local.ts'
import { ShownPicture } from '../controls/shown-picture.tsx'
import type { GroupValues } from '../form/group-values.ts'

const shownKeys = [
  ...(['relayname', 'relaydescription', 'relayicon', 'relaybanner', 'relaycontact', 'relayaddresses'] as const),
  ...policyDocuments.map(({ key }) => key),
]

/** The relay as clients show it, with what is not saved yet. Its texts are in the operator's language, which is unknown. */
export function RelayPreview({ control }: { readonly control: Control<GroupValues> }) {
  const { t } = useTexts()
  const watched = useWatch({ control, name: shownKeys }).map(value => String(value ?? '').trim())
  const [name, description, icon = '', banner = '', contact, addresses = '', ...policies] = watched
  const { data: status } = useStatus()
  const address = addresses.split(/\s+/, 1)[0] || status?.address
  return (
    <section aria-label={t('settings.relayPreview.title')} className="mt-4 grid gap-2">
      <h3 className="font-semibold text-small">{t('settings.relayPreview.title')}</h3>
      <p className="text-caption text-muted">{t('settings.relayPreview.text')}</p>
      <div className="w-full max-w-md overflow-hidden rounded-md border border-line bg-surface">
        <ShownPicture key={banner} address={banner} className="h-28 w-full" />
        <div className="grid gap-2 p-4">
          <span className="-mt-12 size-16 overflow-hidden rounded-full border-4 border-surface">
            <ShownPicture key={icon} address={icon} className="size-full" />
          </span>
          <div className="min-w-0">
            <p lang="" className="wrap-anywhere font-semibold text-body">
              {name}
            </p>
            <p className="wrap-anywhere text-caption text-muted">{address}</p>
          </div>
          {description && (
            <p lang="" className="wrap-anywhere whitespace-pre-line text-small">
              {description}
            </p>
          )}
          {contact && <p className="wrap-anywhere text-caption text-muted">{contact}</p>}
          <Policies texts={policies} address={address} />
        </div>
      </div>
    </section>
  )
}

interface PoliciesProps {
  readonly texts: readonly string[]
  readonly address: string | undefined
}

/** Each opens to what its page shows. */
function Policies({ texts, address }: PoliciesProps) {
  const { t } = useTexts()
  const written = policyDocuments
    .map((one, at) => ({ ...one, text: texts[at] ?? '' }))
    .filter(({ text }) => text !== '')
  const isReached = address !== undefined && !isLocal(address)
  const needsAddress = written.some(({ text }) => addressInstead(text) === undefined)
  return (
    <>
      {written.map(({ key, path, text }) => {
        const elsewhere = addressInstead(text)
        const own = address?.replace(/^ws/i, 'http').replace(/\/*$/, path)
        return (
          <details key={key} className="text-small">
            <summary className="min-h-6 cursor-pointer text-accent-text">
              {fieldTexts(relayInfo, [key], relayInfo.fields[key]).title}
            </summary>
            <p className="wrap-anywhere text-caption text-muted">{elsewhere ?? own}</p>
            {elsewhere === undefined && (
              <p lang="" className="wrap-anywhere mt-1 whitespace-pre-wrap">
                {text}
              </p>
            )}
          </details>
        )
      })}
      {needsAddress && !isReached && <p className="text-caption text-warn">{t('settings.relayPreview.noAddress')}</p>}
    </>
  )
}
