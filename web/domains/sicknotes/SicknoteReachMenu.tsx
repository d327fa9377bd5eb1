import { Popover } from '@mantine/core'
import { Phone } from 'lucide-react'
import { cloneElement, useLayoutEffect, useRef } from 'react'
import { displayPhone, phoneLink } from '#contract/phone.ts'
import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'
import type { MenuButton } from '#web/ui/OnDemandMenu.tsx'
import { useOpenState } from '#web/ui/use-opened.ts'
import classes from './sicknotes.module.css'

/** Everybody who can be called about a child, in the order of the record. */
export const SicknoteReachMenu = ({
  button,
  reach,
  of,
}: {
  button: MenuButton
  reach: NonNullable<Sicknote['reach']>
  of: string
}) => {
  const [isOpen, setOpen] = useOpenState()
  const target = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => target.current?.focus({ preventScroll: true }), [])
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>{cloneElement(button, { ref: target, onClick: () => setOpen((open) => !open) })}</Popover.Target>
      <Popover.Dropdown aria-label={`Nummern von ${of}`}>
        <ul className={`sh-plain-list sh-stack sh-gap-3 ${classes.numbers}`}>
          {reach.map(({ name, relation, phone }) => (
            <li key={`${name} ${phone}`}>
              <span>
                {name} <span className="sh-quiet sh-small">{relation}</span>
              </span>
              <a
                href={phoneLink(phone)}
                className={`sh-inline sh-linked sh-one-line sh-figures sh-gap-1 ${classes.phone}`}
              >
                <Phone size={16} aria-hidden />
                {displayPhone(phone)}
              </a>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}
