import { useState } from 'react'
import type { FamilyStatus } from '#contract/registrations/registrations.family.ts'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import classes from './FamilyStatus.module.css'
import { type FamilyWishing, useFamilyWish } from './use-family-wish.ts'
import { WithdrawDialog } from './WithdrawDialog.tsx'
import { WITHDRAW_WORDS } from './withdraw-words.ts'

interface WithdrawCardProps {
  token: string
  status: FamilyStatus
  /** With what the page says about it. */
  onAnswer: (status: FamilyStatus, text: string) => void
  onDeadLink: () => void
}

const answerText = ({ stage, withdrawal }: FamilyStatus) => {
  if (stage === 'withdrawn') return 'Die Bewerbung ist zurückgezogen. Sie bekommen darüber eine E-Mail.'
  if (withdrawal === 'asked') return 'Die Schule weiß jetzt, dass Sie die Bewerbung zurückziehen möchten.'
  return 'Die Bewerbung bleibt bestehen.'
}

/** The school has to confirm it; until then it can be taken back. */
const AskedCard = ({ wish }: { wish: FamilyWishing }) => (
  <section className={classes.card}>
    <h2 className={classes.cardTitle}>Rückzug beantragt</h2>
    <p className={classes.text}>
      Sie möchten die Bewerbung zurückziehen. Die Schule hat das noch nicht bestätigt; bis dahin bleibt die Bewerbung
      bestehen.
    </p>
    <div className={classes.oneHand}>
      <NativeButton isBusy={wish.isBusy} onClick={() => wish.send({ action: 'keep', reason: null })}>
        Doch nicht zurückziehen
      </NativeButton>
    </div>
    <div role="alert">{wish.failure && <NativeNotice tone="negative">{wish.failure}</NativeNotice>}</div>
  </section>
)

/** What can be done about a withdrawal; nothing once it is withdrawn, refused or a pupil's. */
export const WithdrawCard = ({ status, onAnswer, ...rest }: WithdrawCardProps) => {
  const [isOpen, setOpen] = useState(false)
  const wish = useFamilyWish({
    ...rest,
    onStatus: (next) => {
      setOpen(false)
      onAnswer(next, answerText(next))
    },
  })
  if (status.withdrawal === 'asked') return <AskedCard wish={wish} />
  if (status.withdrawal === 'impossible') return null
  const words = WITHDRAW_WORDS[status.withdrawal]
  return (
    <section className={`${classes.card} ${classes.wayOut}`}>
      <h2 className={classes.cardTitle}>Sie brauchen den Platz nicht mehr?</h2>
      <p className={classes.text}>{words.lead}</p>
      <div className={classes.oneHand}>
        <NativeButton aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {words.button}
        </NativeButton>
      </div>
      {isOpen && <WithdrawDialog status={status} words={words} wish={wish} onClose={() => setOpen(false)} />}
    </section>
  )
}
