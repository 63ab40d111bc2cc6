import { useSyncExternalStore } from 'react'
import { caseKeys } from '../../../features/notifications/cases/case-keys.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Switch } from '../../../ui/forms/switch.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { areSingleKeysOn, onSingleKeysChange, setSingleKeys } from '../../../ui/page/single-keys.ts'
import { usePages } from '../../use-pages.ts'
import { type Shortcut, shortcuts } from './shortcuts.ts'

interface ShortcutSheetProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function ShortcutSheet(dialog: ShortcutSheetProps) {
  const { t } = useTexts()
  const isOn = useSyncExternalStore(onSingleKeysChange, areSingleKeysOn)
  const pages = usePages()
  const shown = {
    general: shortcuts.filter(({ does }) => typeof does === 'string'),
    go: shortcuts.filter(({ does }) => pages.some(page => page === does)),
  }
  return (
    <Dialog {...dialog} title={t('shortcuts.title')}>
      <div className="grid gap-5">
        {(['general', 'go'] as const).map(group => (
          <section key={group} aria-labelledby={`shortcuts-${group}`}>
            <h3 id={`shortcuts-${group}`} className="mb-1 text-caption text-muted">
              {t(`shortcuts.groups.${group}`)}
            </h3>
            <dl className="grid">
              {shown[group].map(shortcut => (
                <ShortcutLine
                  key={shortcut.keys.join(' ')}
                  shortcut={shortcut}
                  isOff={!isOn && !hasModifier(shortcut)}
                />
              ))}
            </dl>
          </section>
        ))}
        {pages.some(({ path }) => path === '/moderation') && <InboxKeys isOff={!isOn} />}
        <Switch
          checked={isOn}
          onCheckedChange={setSingleKeys}
          label={t('shortcuts.switch')}
          description={t('shortcuts.switchHelp')}
        />
      </div>
    </Dialog>
  )
}

/** They act on the page of the moderation inbox alone. */
function InboxKeys({ isOff }: { readonly isOff: boolean }) {
  const { t } = useTexts()
  return (
    <section aria-labelledby="shortcuts-inbox">
      <h3 id="shortcuts-inbox" className="mb-1 text-caption text-muted">
        {t('shell.nav.cases')}
      </h3>
      <dl className="grid">
        {caseKeys.map(({ key, does }) => (
          <KeyLine key={key} name={t(`notifications.cases.action.${does}`)} keys={[key.toUpperCase()]} isOff={isOff} />
        ))}
      </dl>
    </section>
  )
}

const hasModifier = ({ keys }: Shortcut) => keys.some(key => key.startsWith('Mod+'))
const isApple = /mac|iphone|ipad/i.test(navigator.platform)

function ShortcutLine({ shortcut: { does, keys }, isOff }: { readonly shortcut: Shortcut; readonly isOff: boolean }) {
  const { t } = useTexts()
  const shown = keys.map(key => key.toUpperCase().replace('MOD+', isApple ? '⌘ ' : `${t('shortcuts.control')} `))
  return (
    <KeyLine
      name={typeof does === 'string' ? t(`shortcuts.names.${does}`) : t(does.title)}
      keys={shown}
      isOff={isOff}
    />
  )
}

interface KeyLineProps {
  readonly name: string
  readonly keys: readonly string[]
  readonly isOff: boolean
}

function KeyLine({ name, keys, isOff }: KeyLineProps) {
  const { t } = useTexts()
  return (
    <div className="flex min-h-8 items-center justify-between gap-4 border-line border-b last:border-b-0">
      <dt className={isOff ? 'text-faint line-through' : undefined}>{name}</dt>
      <dd className="flex flex-none items-center gap-1 text-caption text-muted">
        {keys.map((key, at) => (
          <span key={key} className="flex items-center gap-1">
            {at > 0 && t('shortcuts.then')}
            <kbd className="grid h-6 min-w-6 place-items-center rounded-sm border border-line-strong bg-surface px-1.5 font-sans font-semibold text-text">
              {key}
            </kbd>
          </span>
        ))}
      </dd>
    </div>
  )
}
