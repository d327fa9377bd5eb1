import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { ChevronDown, ListFilter, X } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { useOpenState } from '#web/ui/use-opened.ts'
import classes from './list-tools.module.css'

interface FilterTogglesProps extends Pick<FilterMenuProps, 'label' | 'chosen' | 'onChoose'> {
  /** `short` is on the button; `label` must begin with it, so that spoken and visible names agree. */
  options: readonly Required<FilterOption>[]
  /** The label is also seen. */
  isNamed?: boolean
}

/** A filter of two or three options without a menu: one press each. */
export const FilterToggles = ({ label, options, chosen, onChoose, isNamed = false }: FilterTogglesProps) => {
  const toggle = (value: string) =>
    onChoose(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value])
  return (
    <fieldset className={`sh-fieldset sh-inline ${classes.toggles}`} aria-label={label}>
      {isNamed && (
        <span aria-hidden className="sh-small" style={{ marginInlineEnd: 'var(--sh-space-2)' }}>
          {label}
        </span>
      )}
      {options.map(({ value, label: name, short }) => (
        <button
          key={value}
          type="button"
          aria-label={name}
          title={`${label}: ${name}`}
          aria-pressed={chosen.includes(value)}
          onClick={() => toggle(value)}
        >
          {short}
        </button>
      ))}
    </fieldset>
  )
}

interface FilterGroupProps {
  /** How many filters are active. */
  count: number
  /** Content after the filters, visible on a phone, too. */
  beside?: ReactNode
  children: ReactNode
}

/** Filters side by side; on a phone one button shows and hides them, so that the list starts within sight. */
export const FilterGroup = ({ count, beside, children }: FilterGroupProps) => {
  const isNarrow = useNarrow()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  if (!isNarrow) {
    return (
      <>
        {children}
        {beside}
      </>
    )
  }
  return (
    <>
      <Button
        variant="default"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        leftSection={<ListFilter size={20} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {count > 0 ? `Filter (${count})` : 'Filter'}
      </Button>
      {beside}
      {isOpen && (
        // On lines of its own below the button.
        <Group id={id} gap="xs" align="stretch" flex="1 0 100%">
          {children}
        </Group>
      )}
    </>
  )
}

interface FilterOption {
  value: string
  label: string
  /** The short label on the chip, after the filter's name. */
  short?: string
}

interface FilterMenuProps {
  label: string
  options: readonly FilterOption[]
  /** Values of the chosen options; empty: this filter hides nothing. */
  chosen: readonly string[]
  onChoose: (values: string[]) => void
  /** One option at a time; the menu closes with the choice. */
  isSingle?: boolean
  /** A cross on the chip removes the filter; without a choice it exists only with `isAdded`. */
  onRemove?: () => void
  /** The filter was just added: its choices are open. */
  isAdded?: boolean
}

const MOST_NAMED = 2

const chosenText = (options: readonly FilterOption[], chosen: readonly string[]) => {
  const labels = options.filter(({ value }) => chosen.includes(value)).map(({ label, short = label }) => short)
  const more = labels.length - MOST_NAMED
  return labels.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` +${more}` : '')
}

const Choices = ({ options, chosen, onChoose, isSingle }: Omit<FilterMenuProps, 'label'>) => {
  if (isSingle) {
    return (
      <Menu.RadioGroup value={chosen[0] ?? ''} onChange={(value) => onChoose([value])}>
        {options.map((option) => (
          <Menu.RadioItem key={option.value} value={option.value} closeMenuOnClick>
            {option.label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    )
  }
  return (
    <>
      <Menu.CheckboxGroup value={[...chosen]} onChange={onChoose}>
        {options.map((option) => (
          <Menu.CheckboxItem key={option.value} value={option.value}>
            {option.label}
          </Menu.CheckboxItem>
        ))}
      </Menu.CheckboxGroup>
      {chosen.length > 0 && (
        <>
          <Menu.Divider />
          <Menu.Item closeMenuOnClick onClick={() => onChoose([])}>
            Auswahl aufheben
          </Menu.Item>
        </>
      )}
    </>
  )
}

/** A filter as a chip that names the choice; the options are in its menu, which closes with a first press (ux §2a). */
export const FilterMenu = ({ label, onRemove, isAdded = false, ...choices }: FilterMenuProps) => {
  const text = chosenText(choices.options, choices.chosen)
  const [isOpen, setOpen] = useOpenState(isAdded)
  const isAddedTo = useRef(false)
  /**
   * The first choice is mostly the only one; with Strg, by keys or when the menu is opened again, several are wanted.
   */
  const choose = (values: string[]) => {
    if (choices.chosen.length === 0 && !isAddedTo.current) setOpen(false)
    choices.onChoose(values)
  }
  const isRemovable = onRemove !== undefined && (text !== '' || isAdded)
  return (
    <span className={`sh-inline sh-shrinks ${classes.filter}`} data-shrinks data-removable={isRemovable}>
      <Menu position="bottom-start" closeOnItemClick={false} opened={isOpen} onChange={setOpen}>
        <Menu.Target>
          <Button
            variant="default"
            className={`${text ? 'sh-chosen' : 'sh-regular'} sh-shrinks ${classes.chip}`}
            data-on={text !== ''}
            title={text ? `${label}: ${text}` : undefined}
            rightSection={<ChevronDown size={16} aria-hidden />}
          >
            {text ? `${label}: ${text}` : label}
          </Button>
        </Menu.Target>
        <Menu.Dropdown
          mah={340}
          style={{ overflowY: 'auto' }}
          onClickCapture={({ ctrlKey, metaKey, shiftKey, detail }) => {
            isAddedTo.current = ctrlKey || metaKey || shiftKey || detail === 0
          }}
        >
          <Choices {...choices} onChoose={choose} />
        </Menu.Dropdown>
      </Menu>
      {isRemovable && (
        <ActionIcon className={classes.remove ?? ''} aria-label={`Filter „${label}“ entfernen`} onClick={onRemove}>
          <X size={16} aria-hidden />
        </ActionIcon>
      )}
    </span>
  )
}
