import { purgeFiles } from '@hornets/contract/admin/files/file-changes'
import { CheckCheck, Download, SquareCheck, Trash2, Undo2, X } from 'lucide-react'
import { useId } from 'react'
import { useMay } from '../../api/session/use-may.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Alert } from '../../ui/states/alert.tsx'
import { formatBytes } from '../../ui/text/format.ts'
import type { ChoosingState } from './selection/use-choosing.ts'
import type { MediaActions } from './selection/use-media-actions.ts'
import { Intake } from './uploads/intake.tsx'
import { NoteChoice } from './uploads/note-choice.tsx'

interface ToolbarProps {
  readonly choosing: ChoosingState
  /** Why this user may not delete files. */
  readonly refusal: string | undefined
  readonly mediaActions: MediaActions
  /** What is shown lies in the trash. */
  readonly isTrash: boolean
}

export function Toolbar({ choosing, refusal, mediaActions, isTrash }: ToolbarProps) {
  const { t } = useTexts()
  const refusalId = useId()
  const mayPurge = useMay(purgeFiles)
  const { amount, isOn, areAllLoadedChosen, hasLoaded } = choosing
  const refused = { disabled: amount.files === 0 || refusal !== undefined, 'aria-describedby': refusal && refusalId }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 max-w-160 flex-1 basis-72">
          <h1 className="font-semibold text-title">{t('shell.nav.media')}</h1>
          <p className="text-muted text-small">{t('media.description')}</p>
        </div>
        <div className="grid grow grid-cols-2 gap-2 sm:flex sm:grow-0 sm:flex-wrap">
          {!isTrash && (
            <div className="flex items-center gap-1 *:first:grow">
              <Intake />
              <NoteChoice />
            </div>
          )}
          {amount.files > 0 && !isTrash && (
            <Button icon={Download} onClick={() => void mediaActions.downloadChosen()}>
              {t('media.download')}
            </Button>
          )}
          {isTrash ? (
            <>
              <Button icon={Undo2} {...refused} onClick={() => void mediaActions.restoreChosen()}>
                {t('media.restore')}
              </Button>
              <Button
                icon={Trash2}
                disabled={!mayPurge || choosing.all.files === 0}
                onClick={() => void (amount.files === 0 ? mediaActions.emptyTrash() : mediaActions.purgeChosen())}
              >
                {t(amount.files === 0 ? 'media.emptyTrash' : 'media.purge')}
              </Button>
            </>
          ) : (
            <Button icon={Trash2} {...refused} onClick={() => void mediaActions.deleteChosen()}>
              {t('media.delete')}
            </Button>
          )}
          <Button icon={SquareCheck} aria-pressed={isOn} onClick={choosing.toggleMode} className={pressed}>
            {t('media.select', { count: amount.files })}
          </Button>
          <Button
            icon={CheckCheck}
            disabled={!hasLoaded}
            aria-pressed={areAllLoadedChosen}
            onClick={choosing.toggleLoaded}
            className={pressed}
          >
            {t('media.selectAll')}
          </Button>
        </div>
      </div>
      {refusal && (
        <div id={refusalId}>
          <Alert title={refusal} />
        </div>
      )}
    </div>
  )
}

const pressed = 'aria-pressed:border-accent-text aria-pressed:bg-accent-soft aria-pressed:text-accent-text'

/** What is chosen, the way to choose more than is loaded, and what can be done with it; stays in view while one scrolls. */
export function ChoosingBar({ choosing, refusal, mediaActions, isTrash }: ToolbarProps) {
  const { t } = useTexts()
  const { amount, all, isOn, isMoreMatching, chooseMatching } = choosing
  if (!isOn) return null
  const act = isTrash ? mediaActions.restoreChosen : mediaActions.deleteChosen
  return (
    <div className="sticky top-(--under-header) z-10 mr-8 flex flex-wrap md:mr-16 items-center gap-x-3 gap-y-1 rounded-md border border-line bg-raised px-3 py-1.5 text-small shadow-float">
      <p role="status" className="tabular-nums">
        {amount.files === 0
          ? t('media.choose')
          : `${t('media.chosen', { count: amount.files })} · ${formatBytes(amount.bytes)}`}
      </p>
      {isMoreMatching && (
        <button type="button" onClick={chooseMatching} className="font-semibold text-accent-text hover:underline">
          {t('media.selectMatching', { count: all.files })}
        </button>
      )}
      {amount.files > 0 && (
        <div className="ml-auto flex">
          {!isTrash && (
            <IconButton
              icon={Download}
              label={t('media.downloadChosen')}
              onClick={() => void mediaActions.downloadChosen()}
            />
          )}
          <IconButton
            icon={isTrash ? Undo2 : Trash2}
            label={t(isTrash ? 'media.restoreChosen' : 'media.deleteChosen')}
            disabled={refusal !== undefined}
            onClick={() => void act()}
          />
          <IconButton icon={X} label={t('media.endChoosing')} onClick={choosing.stop} />
        </div>
      )}
    </div>
  )
}
