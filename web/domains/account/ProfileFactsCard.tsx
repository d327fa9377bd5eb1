import { Card, Title } from '@mantine/core'
import type { BaseData } from '#contract/account/account.ts'
import { ROLE_LABELS } from '#contract/permissions.ts'
import { FactList } from '#web/ui/FactList.tsx'

/** Who this account is; somebody else changes it. */
export const ProfileFactsCard = ({ user, attachedSchools }: Pick<BaseData, 'user' | 'attachedSchools'>) => (
  <Card component="section" aria-labelledby="profil-infos">
    <Title order={2} id="profil-infos" mb="md">
      Profil-Infos
    </Title>
    <FactList
      facts={[
        { label: 'Name', value: user.name },
        { label: 'E-Mail', value: user.email },
        { label: 'Rolle', value: user.role ? ROLE_LABELS[user.role] : 'noch keine' },
        {
          label: attachedSchools.length === 1 ? 'Schule' : 'Schulen',
          value: attachedSchools.map(({ short }) => short).join(', ') || 'noch keine',
        },
      ]}
    />
  </Card>
)
