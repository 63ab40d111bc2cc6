import { useTexts } from '../../i18n/texts.ts'
import { Menu, MenuChoices, type MenuProps } from '../../ui/buttons/menu.tsx'
import { wantable } from './category-chips.tsx'
import type { Wanted } from './hit.ts'
import { icons } from './icons.ts'

interface FilterMenuProps extends Omit<MenuProps, 'children'> {
  readonly wanted: Wanted
  readonly onWanted: (wanted: Wanted) => void
}

/** The category of the header's search box. */
export function FilterMenu({ wanted, onWanted, ...menu }: FilterMenuProps) {
  const { t } = useTexts()
  return (
    <Menu {...menu}>
      <MenuChoices
        label={t('search.category')}
        value={wanted}
        onValueChange={onWanted}
        choices={wantable.map(value => ({ value, label: t(`search.categories.${value}`), icon: icons[value] }))}
      />
    </Menu>
  )
}
