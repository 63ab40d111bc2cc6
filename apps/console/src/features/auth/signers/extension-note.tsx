import { CircleAlert, KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { FieldError } from '../../../ui/forms/field.tsx'
import { WaitIcon } from '../../../ui/states/wait-icon.tsx'
import { secondStage } from '../stages.ts'
import type { Extension } from './use-extension.ts'

const otherWays = () => import('./other-ways.ts')
const MissingNote = secondStage(async () => (await otherWays()).MissingNote)
// Its encoding (NIP-19) weighs more than the login's script may.
const OwnKey = secondStage(async () => (await import('./own-key.tsx')).OwnKey)
const BunkerPanel = secondStage(async () => (await otherWays()).BunkerPanel)

export interface ExtensionNoteProps {
  readonly extension: Extension
  /** The error of the hidden npub, in English. */
  readonly error?: string | undefined
}

/** The extension's state: searching, missing (and what to do), asking, refused, or its key. */
export function ExtensionNote({ extension, error }: ExtensionNoteProps) {
  const { t } = useTexts()
  const { state, askAgain, goRemote } = extension
  const otherWay = (
    <button type="button" onClick={() => goRemote('')} className={textLink}>
      {t('auth.extension.remote')}
    </button>
  )
  const bothWays = (
    <>
      <button type="button" onClick={askAgain} className={textLink}>
        {t('auth.extension.askAgain')}
      </button>
      {otherWay}
      <button type="button" onClick={() => location.reload()} className={textLink}>
        {t('auth.extension.reload')}
      </button>
    </>
  )
  return (
    <div className="grid gap-1">
      <div
        // Typing there should not be announced.
        role={state.kind === 'remote' ? undefined : 'status'}
        className={`min-h-25 rounded-md border px-3 py-2.5 text-small ${error ? 'border-bad' : 'border-line'} ${state.kind === 'missing' ? 'bg-accent-soft' : 'bg-sunken'}`}
      >
        {state.kind === 'looking' && <Line icon={<WaitIcon />}>{t('auth.extension.looking')}</Line>}
        {state.kind === 'asking' && (
          <Line icon={<WaitIcon />} ways={otherWay}>
            {t('auth.extension.asking')}
          </Line>
        )}
        {state.kind === 'refused' && (
          <Line icon={<CircleAlert size={18} className="text-bad" />} ways={bothWays}>
            {t('auth.extension.refused')}
            <span className="mt-1 block text-muted">{t('auth.extension.reloadHelp')}</span>
          </Line>
        )}
        {state.kind === 'missing' && <MissingNote>{otherWay}</MissingNote>}
        {state.kind === 'remote' && <BunkerPanel extension={extension} />}
        {state.kind === 'ready' && (
          // The wanted account may be another one in the extension, or elsewhere.
          <Line icon={<KeyRound size={18} className="text-ok" />} ways={bothWays}>
            <span className="block text-muted">{t('auth.extension.key')}</span>
            {/* As high as the key before it comes. */}
            <span className="block min-h-5">
              <OwnKey pubkey={state.pubkey} />
            </span>
          </Line>
        )}
      </div>
      <FieldError error={error && translateMessage(error)} />
      {error && <p className="text-small">{t('auth.extension.required')}</p>}
    </div>
  )
}

interface LineProps {
  readonly icon: ReactNode
  readonly children: ReactNode
  /** Alternatives. */
  readonly ways?: ReactNode
}

function Line({ icon, children, ways }: LineProps) {
  return (
    <div className="flex min-h-18 items-center gap-3">
      {icon}
      <div className="min-w-0">
        {children}
        {ways && <span className="mt-1 flex flex-wrap gap-x-4">{ways}</span>}
      </div>
    </div>
  )
}
