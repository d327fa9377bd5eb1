import { Popover } from '@mantine/core'
import { Phone } from 'lucide-react'
import { displayPhone, phoneLink } from '#contract/phone.ts'
import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'
import classes from './sicknotes.module.css'

interface SicknoteReachFieldProps {
  reach: NonNullable<Sicknote['reach']>
  of: string
}

/** Everybody who can be called about a child, in the order of the record. */
const AllNumbers = ({ reach, of }: SicknoteReachFieldProps) => (
  <Popover position="bottom-end" trapFocus returnFocus>
    <Popover.Target>
      <button
        type="button"
        className={`sh-bare sh-linked sh-small ${classes.more}`}
        aria-label={`+${reach.length - 1} weitere Nummern von ${of}`}
      >
        {`+${reach.length - 1}`}
      </button>
    </Popover.Target>
    <Popover.Dropdown aria-label={`Nummern von ${of}`}>
      <ul className={`sh-plain-list sh-stack sh-gap-3`}>
        {reach.map(({ name, relation, phone }) => (
          <li key={`${name} ${phone}`} className="sh-stack">
            <span>
              {name} <span className="sh-quiet sh-small">{relation}</span>
            </span>
            <a
              href={phoneLink(phone)}
              className={`sh-inline sh-linked sh-one-line sh-figures sh-gap-1 ${classes.press}`}
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

/** The first person to call, as a link; the others are one press away (ux §3.7). */
export const SicknoteReachField = ({ reach, of }: SicknoteReachFieldProps) => {
  const [first] = reach
  if (!first) return <span className="sh-quiet sh-small">keine Nummer</span>
  return (
    <span className={`sh-block ${classes.reach}`}>
      <a
        href={phoneLink(first.phone)}
        className={`sh-inline sh-linked sh-one-line sh-figures sh-gap-1 ${classes.press}`}
      >
        <span className="sh-visually-hidden">{`${first.name} anrufen: `}</span>
        {displayPhone(first.phone)}
      </a>
      {reach.length > 1 && <AllNumbers reach={reach} of={of} />}
      <span className={`sh-cut sh-quiet sh-small sh-block ${classes.line}`}>{`${first.relation} · ${first.name}`}</span>
    </span>
  )
}
