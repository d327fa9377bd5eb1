import { useState } from 'react'
import { useSignedIn } from '#web/api/base-data.ts'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { ChangePasswordCard } from './ChangePasswordCard.tsx'
import { ClassAssignmentCard } from './ClassAssignmentCard.tsx'
import { DevicesCard } from './DevicesCard.tsx'
import { DisplayCard } from './DisplayCard.tsx'
import { OwnClassesCard } from './OwnClassesCard.tsx'
import { ProfileFactsCard } from './ProfileFactsCard.tsx'
import classes from './ProfilePage.module.css'
import { TwoFactorCard } from './TwoFactorCard.tsx'

/** Spec §2: three cards; beside them what concerns devices and the look. */
export const ProfilePage = () => {
  const baseData = useSignedIn()
  // First while it is owed; it stays there when it is not any more, with the codes it shows.
  const [isOwed] = useState(baseData?.session.lacks_two_factor === true)
  if (!baseData) return null
  return (
    <>
      <PageTitle>Profil</PageTitle>
      <div className={`sh-grid sh-gap-4 ${classes.columns}`}>
        <div>
          {isOwed && <TwoFactorCard />}
          <ProfileFactsCard {...baseData} />
          <ChangePasswordCard email={baseData.user.email} />
          {baseData.school ? <OwnClassesCard /> : <ClassAssignmentCard responsible={[]} assigned={[]} />}
        </div>
        <div>
          {!isOwed && <TwoFactorCard />}
          <DevicesCard />
          <DisplayCard />
        </div>
      </div>
    </>
  )
}
