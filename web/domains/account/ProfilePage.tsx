import { useSignedIn } from '#web/api/base-data.ts'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { ChangePasswordCard } from './ChangePasswordCard.tsx'
import { ClassAssignmentCard } from './ClassAssignmentCard.tsx'
import { DevicesCard } from './DevicesCard.tsx'
import { DisplayCard } from './DisplayCard.tsx'
import { ProfileFactsCard } from './ProfileFactsCard.tsx'
import classes from './ProfilePage.module.css'
import { TwoFactorCard } from './TwoFactorCard.tsx'

/** Spec §2: three cards; beside them what concerns devices and the look. */
export const ProfilePage = () => {
  const baseData = useSignedIn()
  if (!baseData) return null
  return (
    <>
      <PageTitle>Profil</PageTitle>
      <div className={classes.columns}>
        <div>
          <ProfileFactsCard {...baseData} />
          <ChangePasswordCard email={baseData.user.email} />
          <ClassAssignmentCard responsible={[]} assigned={[]} />
        </div>
        <div>
          <TwoFactorCard />
          <DevicesCard />
          <DisplayCard />
        </div>
      </div>
    </>
  )
}
