import { Mail, Phone } from 'lucide-react'
import { displayPhone, phoneLink } from '#contract/phone.ts'
import { MailText } from './MailText.tsx'
import classes from './record-page.module.css'

interface ReachListProps {
  phones: readonly { number: string; kind?: string }[]
  mail: string | null
}

/** Phone numbers and mail as links that call or write; on a phone they are large enough for a thumb (ux §3.4). */
export const ReachList = ({ phones, mail }: ReachListProps) => (
  <ul className={`sh-plain-list sh-wrap sh-below-1 sh-gap-5 sh-rows-1 ${classes.reach}`}>
    {phones.map(({ number, kind }) => (
      <li key={`${kind} ${number}`}>
        <a href={phoneLink(number)}>
          <Phone size={20} className="sh-fixed sh-screen-only" aria-hidden />
          <span className={`${classes.target} sh-figures`}>{displayPhone(number)}</span>
          {kind && <span className="sh-quiet sh-small">{kind}</span>}
        </a>
      </li>
    ))}
    {mail && (
      <li>
        <a href={`mailto:${mail}`}>
          <Mail size={20} className="sh-fixed sh-screen-only" aria-hidden />
          <span className={classes.target}>
            <MailText mail={mail} />
          </span>
        </a>
      </li>
    )}
  </ul>
)
