import { displayPhone, phoneLink } from '#contract/phone.ts'
import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { OnDemandMenu } from '#web/ui/OnDemandMenu.tsx'
import classes from './sicknotes.module.css'

type Reach = NonNullable<Sicknote['reach']>

const loadMore = () => import('./SicknoteReachMenu.tsx').then((module) => module.SicknoteReachMenu)

/** Whom to call first, as a link; the others one press away (ux §3.7). */
export const SicknoteReachField = ({ reach, of }: { reach: Reach; of: string }) => {
  const [first] = reach
  if (!first) return <span className="sh-quiet sh-small">keine Nummer</span>
  return (
    <span className={`sh-block ${classes.reach}`}>
      <a
        href={phoneLink(first.phone)}
        className={`sh-inline sh-linked sh-one-line sh-figures sh-gap-1 ${classes.phone}`}
      >
        <span className="sh-visually-hidden">{`${first.name} anrufen: `}</span>
        {displayPhone(first.phone)}
      </a>
      {reach.length > 1 && (
        <OnDemandMenu
          popup="dialog"
          load={loadMore}
          button={
            <button
              type="button"
              className={classes.more}
              aria-label={`+${reach.length - 1} weitere Nummern von ${of}`}
            >
              {`+${reach.length - 1}`}
            </button>
          }
          content={{ reach, of }}
        />
      )}
      <span className={`sh-cut sh-quiet sh-small sh-block ${classes.line}`}>{`${first.name}, ${first.relation}`}</span>
    </span>
  )
}
