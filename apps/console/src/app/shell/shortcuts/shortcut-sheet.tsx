import { useSyncExternalStore } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { Switch } from '../../../ui/forms/switch.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { usePages } from '../../use-pages.ts'
import { type Shortcut, shortcuts } from './shortcuts.ts'
import { areSingleKeysOn, onSingleKeysChange, setSingleKeys } from './single-keys.ts'

interface ShortcutSheetProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** All shortcuts, and the switch for single keys. */
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

const hasModifier = ({ keys }: Shortcut) => keys.some(key => key.startsWith('Mod+'))
const isApple = /mac|iphone|ipad/i.test(navigator.platform)

function ShortcutLine({ shortcut: { does, keys }, isOff }: { readonly shortcut: Shortcut; readonly isOff: boolean }) {
  const { t } = useTexts()
  const shown = keys.map(key => key.toUpperCase().replace('MOD+', isApple ? '⌘ ' : `${t('shortcuts.control')} `))
  return (
    <div className="flex min-h-8 items-center justify-between gap-4 border-line border-b last:border-b-0">
      <dt className={isOff ? 'text-faint line-through' : undefined}>
        {typeof does === 'string' ? t(`shortcuts.names.${does}`) : t(does.title)}
      </dt>
      <dd className="flex flex-none items-center gap-1 text-caption text-muted">
        {shown.map((key, at) => (
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
