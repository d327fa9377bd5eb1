import { useState } from 'react'
import type { BaseData } from '#contract/account/account.ts'
import { ROLE_LABELS } from '#contract/permissions.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import { lacksAccess } from '#web/shell/page-route.ts'
import { FactList } from '#web/ui/FactList.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import classes from './account.module.css'
import { ChangePasswordCard } from './ChangePasswordCard.tsx'
import { DevicesCard } from './DevicesCard.tsx'
import { DisplayCard } from './DisplayCard.tsx'
import { OwnClassesCard } from './OwnClassesCard.tsx'
import { PasskeysCard } from './passkeys/PasskeysCard.tsx'
import { IdentitiesCard } from './providers/IdentitiesCard.tsx'
import { TwoFactorCard } from './TwoFactorCard.tsx'

/** Who this account is; somebody else changes it. */
const ProfileFactsCard = ({ user, school, attachedSchools }: Pick<BaseData, 'user' | 'school' | 'attachedSchools'>) => (
  <TitledCard id="profil-infos" title="Profil-Infos" gap="md">
    <FactList
      facts={[
        { label: 'Name', value: user.name },
        { label: 'E-Mail', value: user.email },
        { label: 'Rolle', value: user.role ? ROLE_LABELS[user.role] : 'noch keine' },
        {
          label: attachedSchools.length === 1 ? 'Schule' : 'Schulen',
          value:
            attachedSchools.length === 1 && school
              ? school.name
              : attachedSchools.map(({ short }) => short).join(', ') || 'noch keine',
        },
      ]}
    />
  </TitledCard>
)

/** What is asked for at the login besides the password, or instead of it. */
const SignInCards = ({ isWayOwed }: { isWayOwed: boolean }) => (
  <>
    {isWayOwed && <IdentitiesCard isOwed />}
    {isWayOwed && <PasskeysCard />}
    <TwoFactorCard />
    {!isWayOwed && <PasskeysCard />}
    {!isWayOwed && <IdentitiesCard isOwed={false} />}
  </>
)

/** Spec §2: three cards; beside them what concerns devices and the look. */
export const ProfilePage = () => {
  const baseData = useSignedIn()
  // First while it is owed; it stays there when it is not any more, with the codes it shows.
  const [isOwed] = useState(lacksAccess(baseData?.session))
  const [isWayOwed] = useState(Boolean(baseData?.session.lacked_way))
  if (!baseData) return null
  return (
    <>
      <PageTitle>Profil</PageTitle>
      <div className={`sh-grid sh-gap-4 ${classes.columns}`}>
        <div>
          {isOwed && <SignInCards isWayOwed={isWayOwed} />}
          <ProfileFactsCard {...baseData} />
          <ChangePasswordCard email={baseData.user.email} />
          <OwnClassesCard hasSchool={baseData.school !== null} />
        </div>
        <div>
          {!isOwed && <SignInCards isWayOwed={false} />}
          <DevicesCard />
          <DisplayCard />
        </div>
      </div>
    </>
  )
}
