import { measureBackups } from './parts/backups.mjs';
import { jumpClock } from './parts/clock-jumps.mjs';
import {
  crossServers,
  loseDatabase,
  loseMail,
  loseRedis,
  loseStore,
  replaceServers,
} from './parts/engines.mjs';
import { measureLocks, measureOwners } from './parts/folders.mjs';
import { measureFullDisk } from './parts/full-disk.mjs';
import { measureImpatient } from './parts/impatient.mjs';
import { measureIntegrity } from './parts/integrity.mjs';
import { measureKills } from './parts/kills.mjs';
import { measureOverload } from './parts/overload.mjs';
import { measureMistakes, measureSafety } from './parts/settings.mjs';
import { measureSlowClients } from './parts/slow-clients.mjs';
import { measureIdleStreams } from './parts/streams.mjs';
import { measureUpgrades } from './parts/upgrades.mjs';
import { liveYear } from './parts/year.mjs';

/**
 * What is measured, in the order of the statements. `work` resolves with rows of measurements; those
 * `isInShort` make up the short form.
 */
export const STATEMENTS = [
  { id: 'R1', title: 'Hard kills under load', work: measureKills, isInShort: true },
  { id: 'R2', title: 'Databases that could lose data', work: measureSafety },
  { id: 'R3', title: 'Two starts on one data folder', work: measureLocks },
  { id: 'R4', title: 'Owners of the data folder', work: measureOwners },
  { id: 'R5', title: 'Database away', work: loseDatabase },
  { id: 'R6', title: 'Redis away', work: loseRedis },
  { id: 'R7', title: 'Mail server away', work: loseMail },
  { id: 'R8', title: 'Disk full', work: measureFullDisk },
  { id: 'R9', title: 'Store of files away', work: loseStore },
  { id: 'R10', title: 'Slow clients', work: measureSlowClients },
  { id: 'R11', title: 'Replacing servers under load', work: replaceServers },
  { id: 'R12', title: 'Overload', work: measureOverload },
  { id: 'R13', title: 'Idle event streams', work: measureIdleStreams },
  { id: 'R14', title: 'Backup under load and restore', work: measureBackups },
  { id: 'R15', title: 'Upgrades', work: measureUpgrades },
  { id: 'R16', title: 'Two servers as one', work: crossServers },
  { id: 'R17', title: 'Wrong settings and broken requests', work: measureMistakes },
  { id: 'R19', title: 'Check of the stored data', work: measureIntegrity },
  { id: 'R20', title: 'Clients that leave', work: measureImpatient, isInShort: true },
  { id: 'CLOCK', title: 'Clock set forward and back', work: jumpClock },
  { id: 'YEAR', title: 'A year, with server and database moved together', work: liveYear },
];
