import { Button, Menu } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import classes from './FilterMenu.module.css'

interface FilterOption {
  value: string
  label: string
}

interface FilterMenuProps {
  label: string
  options: readonly FilterOption[]
  /** Values of the chosen options; empty: this filter hides nothing. */
  chosen: readonly string[]
  onChoose: (values: string[]) => void
  /** One option at a time; the menu closes with the choice. */
  isSingle?: boolean
}

const MOST_NAMED = 2

const chosenText = (options: readonly FilterOption[], chosen: readonly string[]) => {
  const labels = options.filter(({ value }) => chosen.includes(value)).map(({ label }) => label)
  const more = labels.length - MOST_NAMED
  return labels.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` +${more}` : '')
}

/** A filter as a chip that says what is chosen; the choices lie in its menu (ux §2a). */
export const FilterMenu = ({ label, options, chosen, onChoose, isSingle = false }: FilterMenuProps) => {
  const text = chosenText(options, chosen)
  return (
    <Menu position="bottom-start" closeOnItemClick={false}>
      <Menu.Target>
        <Button
          variant="default"
          className={classes.chip ?? ''}
          data-on={text !== ''}
          rightSection={<ChevronDown size={16} aria-hidden />}
        >
          {text ? `${label}: ${text}` : label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.choices ?? ''}>
        {isSingle ? (
          <Menu.RadioGroup value={chosen[0] ?? ''} onChange={(value) => onChoose([value])}>
            {options.map((option) => (
              <Menu.RadioItem key={option.value} value={option.value} closeMenuOnClick>
                {option.label}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        ) : (
          <Menu.CheckboxGroup value={[...chosen]} onChange={onChoose}>
            {options.map((option) => (
              <Menu.CheckboxItem key={option.value} value={option.value}>
                {option.label}
              </Menu.CheckboxItem>
            ))}
          </Menu.CheckboxGroup>
        )}
        {!isSingle && chosen.length > 0 && (
          <>
            <Menu.Divider />
            <Menu.Item closeMenuOnClick onClick={() => onChoose([])}>
              Auswahl aufheben
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
