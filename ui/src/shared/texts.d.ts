// Generated from ui/languages/en.json by `node ui/languages.mjs`.

declare module "text:language" {
  export const name: string;
  export const locale: string;
  export const hreflang: string;
  export const billions: string;
  export const code: string;
}

declare module "text:pages" {
  export const titles: { readonly "/": (values: { name: string; game: string }) => string; readonly "/server-info": (values: { name: string; game: string }) => string; readonly "/server-info?tab=rates": (values: { name: string; game: string }) => string; readonly "/server-info?tab=events": (values: { name: string; game: string }) => string; readonly "/server-info?tab=bosses": (values: { name: string; game: string }) => string; readonly "/server-info?tab=olympiad": (values: { name: string; game: string }) => string; readonly "/server-info?tab=sieges": (values: { name: string; game: string }) => string; readonly "/server-info?tab=zones": (values: { name: string; game: string }) => string; readonly "/rankings": (values: { name: string; game: string }) => string; readonly "/rankings?tab=pk": (values: { name: string; game: string }) => string; readonly "/media": (values: { name: string; game: string }) => string; readonly "/media?tab=screenshots": (values: { name: string; game: string }) => string; readonly "/download": (values: { name: string; game: string }) => string; readonly "/player": (values: { name: string }) => string };
  export const descriptions: { readonly "/": (values: { description: string }) => string; readonly "/server-info": (values: { name: string }) => string; readonly "/server-info?tab=rates": (values: { name: string }) => string; readonly "/server-info?tab=events": (values: { name: string }) => string; readonly "/server-info?tab=bosses": (values: { name: string }) => string; readonly "/server-info?tab=olympiad": (values: { name: string }) => string; readonly "/server-info?tab=sieges": (values: { name: string }) => string; readonly "/server-info?tab=zones": (values: { name: string }) => string; readonly "/rankings": (values: { name: string }) => string; readonly "/rankings?tab=pk": (values: { name: string }) => string; readonly "/media": (values: { name: string }) => string; readonly "/media?tab=screenshots": (values: { name: string }) => string; readonly "/download": string; readonly "/player": (values: { name: string }) => string };
  export const shortcuts: { readonly "rankings": string; readonly "roulette": string; readonly "donate": string };
  export const shareAlt: (values: { name: string }) => string;
  export const needsJavaScript: string;
}

declare module "text:shell" {
  export const search: string;
}

declare module "text:shared" {
  export const close: string;
  export const previous: string;
  export const next: string;
  export const online: string;
  export const offline: string;
  export const asTable: string;
  export const noClan: string;
  export const tryAgain: string;
  export const loadingRankings: string;
  export const rankingsFailed: string;
  export const rankingsFailedText: string;
  export const noRankings: string;
  export const beFirst: string;
}

declare module "text:dates" {
}

declare module "text:game" {
  export const races: { readonly "0": string; readonly "1": string; readonly "2": string; readonly "3": string; readonly "4": string };
}

declare module "text:site" {
}

declare module "text:auth" {
}

declare module "text:stepUp" {
}

declare module "text:search" {
  export const title: string;
  export const name: string;
  export const placeholder: string;
  export const hint: string;
  export const keys: string;
  export const results: (values: { count: number }) => string;
  export const level: (values: { level: string }) => string;
  export const rank: (values: { rank: string }) => string;
  export const none: string;
  export const noneText: string;
  export const failed: string;
  export const failedText: string;
  export const tooMany: string;
  export const tooManyText: string;
}

declare module "text:home" {
  import type { ReactNode } from "react";
  export const serverTime: string;
  export const yourTime: (values: { time: string }) => string;
  export const sameTime: string;
  export const nextSiege: string;
  export const olympiad: string;
  export const underWay: string;
  export const endsIn: (values: { time: string }) => string;
  export const yourAndServerTime: (values: { time: string; server: string }) => string;
  export const startPlaying: string;
  export const downloadClient: string;
  export const rates: string;
  export const mainClass: string;
  export const experience: string;
  export const spoil: string;
  export const maxEnchant: (values: { safe: string }) => string;
  export const battles: string;
  export const clients: string;
  export const status: string;
  export const loadingStatus: string;
  export const noStatus: string;
  export const tryRefreshing: string;
  export const measured: (values: { time: ReactNode }) => ReactNode;
  export const notChecked: string;
  export const playersNow: (values: { players: string }) => string;
  export const players: string;
  export const capacity: string;
  export const uptime: string;
  export const unknown: string;
  export const sinceRestart: string;
  export const peak: string;
  export const topPvp: string;
  export const pvpRankings: string;
  export const rank: (values: { rank: string }) => string;
  export const classAndLevel: (values: { name: string; level: string }) => string;
  export const pvpKills: string;
  export const world: string;
  export const charactersInClans: (values: { characters: string; clans: string }) => string;
  export const characters: (values: { count: number }) => string;
  export const clans: (values: { count: number }) => string;
  export const loadingStats: string;
  export const noStats: string;
  export const statsFailed: string;
  export const playersOfDay: string;
  export const localTime: string;
  export const lastDay: string;
  export const dayBefore: string;
  export const now: string;
  export const noMeasurements: string;
  export const collecting: string;
  export const chart: (values: { most: string; fewest: string }) => string;
  export const countAt: (values: { players: string; time: string }) => string;
  export const chartTable: (values: { chart: string }) => string;
  export const time: string;
  export const playerCount: (values: { count: number }) => string;
  export const dayBeforeCount: (values: { players: string }) => string;
  export const byRace: string;
  export const race: string;
  export const charactersColumn: string;
  export const share: string;
  export const siegesWeekly: string;
  export const begins: string;
  export const lasts: string;
  export const siegeRules: (values: { zerg: string }) => string;
  export const allCastles: string;
  export const days: (values: { days: string; hours: string; minutes: string }) => string;
  export const hours: (values: { hours: string; minutes: string }) => string;
  export const minutes: (values: { minutes: string }) => string;
  export const seconds: (values: { minutes: string; seconds: string }) => string;
}

declare module "text:rankings" {
  import type { ReactNode } from "react";
  export const title: string;
  export const lead: string;
  export const pvp: string;
  export const pk: string;
  export const rank: string;
  export const character: string;
  export const level: string;
  export const race: string;
  export const clan: string;
  export const status: string;
  export const scores: { readonly "pvp": string; readonly "pk": string };
  export const caption: (values: { score: string }) => string;
  export const you: string;
  export const cardLevel: (values: { level: ReactNode }) => ReactNode;
  export const cardKills: (values: { score: ReactNode }) => ReactNode;
  export const filters: string;
  export const name: string;
  export const partOfName: string;
  export const allClasses: string;
  export const classes: string;
  export const thirdClasses: string;
  export const lowestLevel: string;
  export const highestLevel: string;
  export const to: string;
  export const onlineOnly: string;
  export const allRaces: string;
  export const clear: string;
  export const clearFilters: string;
  export const invalidLevel: (values: { min: string; max: string }) => string;
  export const levelsCross: string;
  export const noMatch: string;
  export const announcement: (values: { count: number; page: string }) => string;
  export const pages: string;
  export const showing: (values: { range: ReactNode; total: ReactNode }) => ReactNode;
  export const className: string;
}

declare module "text:serverInfo" {
  export const title: string;
  export const lead: string;
  export const general: string;
  export const rates: string;
  export const events: string;
  export const bosses: string;
  export const olympiad: string;
  export const sieges: string;
  export const zones: string;
  export const nothing: string;
  export const client: string;
  export const mainClass: string;
  export const clientsPerIp: string;
  export const maxClientsPerIp: (values: { clients: string }) => string;
  export const allRates: string;
  export const allBosses: string;
  export const allEvents: string;
  export const allOlympiad: string;
  export const allZones: string;
  export const castlesHeld: (values: { held: string; total: string }) => string;
  export const levels: (values: { range: string }) => string;
  export const rate: string;
  export const everyone: string;
  export const withPremium: string;
  export const none: string;
  export const experience: string;
  export const sp: string;
  export const adena: string;
  export const drop: string;
  export const quest: string;
  export const spoil: string;
  export const sealStones: string;
  export const raidBossDrop: string;
  export const epicJewelry: string;
  export const premium: string;
  export const premiumExp: string;
  export const premiumSp: string;
  export const premiumAdena: string;
  export const premiumDrop: string;
  export const enchantLimits: string;
  export const safeEnchant: string;
  export const maxEnchant: string;
  export const canFail: (values: { level: string }) => string;
  export const enchantSuccess: string;
  export const enchantChart: (values: { firstRate: string; firstLevel: string; lastRate: string; lastLevel: string }) => string;
  export const safe: string;
  export const atRisk: string;
  export const showTable: string;
  export const level: string;
  export const calculator: string;
  export const fromLevel: string;
  export const toLevel: string;
  export const scroll: string;
  export const commonScroll: string;
  export const blessedScroll: string;
  export const chanceOf: (values: { from: string; to: string }) => string;
  export const oneIn: (values: { items: string }) => string;
  export const meanScrolls: string;
  export const meanItems: string;
  export const eachLevel: string;
  export const modelDestroys: (values: { from: string }) => string;
  export const modelResets: string;
  export const active: string;
  export const upcoming: string;
  export const reward: string;
  export const inYourTime: (values: { time: string }) => string;
  export const respawnNote: string;
  export const alive: string;
  export const dead: string;
  export const bossLevel: (values: { level: string }) => string;
  export const respawn: string;
  export const battles: string;
  export const battlesPerWeek: (values: { battles: string }) => string;
  export const participants: string;
  export const minimumParticipants: (values: { participants: string }) => string;
  export const heroes: string;
  export const heroesPerClass: (values: { heroes: string }) => string;
  export const olympiadRules: string;
  export const period: string;
  export const days: string;
  export const hours: string;
  export const equipment: string;
  export const siegeRules: string;
  export const when: string;
  export const lasts: string;
  export const registration: string;
  export const clanLimit: string;
  export const zerg: string;
  export const nextSieges: string;
  export const beginIn: string;
  export const siegesRun: string;
  export const endIn: string;
  export const yourTime: string;
  export const registrationCloses: string;
  export const serverTime: string;
  export const castles: string;
  export const castle: string;
  export const owner: string;
  export const noOwner: string;
  export const nextSiege: string;
  export const defenders: string;
  export const challengers: string;
  export const zone: string;
  export const levelRange: string;
  export const zoneExp: string;
  export const drops: string;
  export const difficulty: string;
  export const difficulties: { readonly "Easy": string; readonly "Medium": string; readonly "Hard": string };
  export const autoLoot: string;
  export const yes: string;
  export const no: string;
}

declare module "text:media" {
  export const title: string;
  export const lead: string;
  export const videos: string;
  export const screenshots: string;
  export const featured: string;
  export const isVideo: string;
  export const position: (values: { index: string; total: string }) => string;
  export const play: (values: { title: string }) => string;
}

declare module "text:download" {
}

declare module "text:player" {
  import type { ReactNode } from "react";
  export const welcome: (values: { name: ReactNode }) => ReactNode;
  export const breadcrumb: string;
  export const home: string;
  export const player: string;
  export const tabs: string;
  export const tab: { readonly "profile": string; readonly "characters": string; readonly "donations": string; readonly "roulette": string };
  export const shortTab: { readonly "profile": string; readonly "characters": string; readonly "donations": string; readonly "roulette": string };
  export const locked: string;
  export const lockedText: string;
  export const changed: string;
  export const wasMe: string;
  export const notYou: string;
  export const loading: string;
  export const steps: string;
  export const stepsTitle: string;
  export const accountStep: string;
  export const clientStep: string;
  export const clientText: string;
  export const toDownload: string;
  export const gameStep: string;
  export const gameText: string;
  export const done: string;
  export const title: string;
  export const authentication: string;
  export const goBack: string;
  export const goHome: string;
  export const logIn: (values: { login: (children: ReactNode) => ReactNode; register: (children: ReactNode) => ReactNode }) => ReactNode;
}

declare module "text:profile" {
}

declare module "text:characters" {
  import type { ReactNode } from "react";
  export const level: string;
  export const progressTo: (values: { level: string }) => string;
  export const clanLevel: (values: { name: ReactNode; level: string }) => ReactNode;
  export const seen: (values: { when: ReactNode }) => ReactNode;
  export const fighter: (values: { race: string }) => string;
  export const mystic: (values: { race: string }) => string;
}

declare module "text:characterList" {
  export const viewDetails: string;
  export const viewItems: string;
  export const failed: string;
  export const yours: string;
  export const none: string;
  export const loading: string;
  export const emptySlot: string;
  export const createFirst: string;
  export const createSecond: string;
  export const createThird: string;
  export const total: string;
  export const ofSlots: (values: { slots: string }) => string;
  export const highest: string;
  export const totalKills: string;
  export const since: (values: { month: string }) => string;
  export const pvp: string;
  export const pk: string;
  export const deaths: string;
  export const clan: string;
  export const playtime: string;
  export const location: string;
  export const remove: (values: { name: string }) => string;
}

declare module "text:mainCharacter" {
  export const main: string;
  export const viewDetails: string;
  export const viewItems: string;
  export const others: string;
  export const pvpRank: string;
  export const pkRank: string;
  export const pvpKills: string;
  export const ratio: string;
  export const notRanked: string;
  export const gain: (values: { percent: string }) => string;
  export const gainLevels: (values: { levels: string }) => string;
  export const weeksToLevel: (values: { count: number }) => string;
}

declare module "text:characterDetails" {
  export const viewItems: string;
  export const pvpKills: string;
  export const ratio: string;
  export const failed: string;
  export const deaths: string;
  export const clan: string;
  export const playtime: string;
  export const location: string;
  export const details: (values: { name: string }) => string;
  export const outdated: string;
  export const levelOf: (values: { level: string }) => string;
  export const hero: string;
  export const noble: string;
  export const nobleHero: string;
  export const noNobility: string;
  export const vitals: string;
  export const health: string;
  export const mana: string;
  export const experience: string;
  export const combatPoints: string;
  export const notRecorded: string;
  export const core: string;
  export const combat: string;
  export const pkKills: string;
  export const fame: string;
  export const karma: string;
  export const information: string;
  export const status: string;
  export const lastLogin: string;
  export const created: string;
  export const race: string;
  export const classLabel: string;
  export const nobility: string;
  export const access: string;
  export const playerAccess: string;
  export const id: string;
  export const notes: string;
  export const isHero: string;
  export const isNoble: string;
  export const introduction: (values: { level: string; race: string; className: string; clan: string }) => string;
  export const withoutClan: (values: { level: string; race: string; className: string }) => string;
  export const carriesKarma: (values: { karma: string }) => string;
  export const noKillsNoDeaths: string;
  export const noKills: string;
  export const countPvp: (values: { count: number }) => string;
  export const countPk: (values: { count: number }) => string;
  export const onlyPvp: (values: { pvp: string }) => string;
  export const bothKills: (values: { pvp: string; pk: string }) => string;
}

declare module "text:inventory" {
  import type { ReactNode } from "react";
  export const items: string;
  export const failed: string;
  export const totalItems: string;
  export const inInventory: string;
  export const isEquipped: string;
  export const filtered: string;
  export const listInventory: string;
  export const listEquipped: string;
  export const found: (values: { count: number; page: string; pages: string }) => string;
  export const name: string;
  export const category: string;
  export const all: string;
  export const categories: { readonly "weapon": string; readonly "armor": string; readonly "consumable": string; readonly "spellbook": string; readonly "money": string; readonly "misc": string };
  export const loading: string;
  export const stillLoading: string;
  export const where: string;
  export const places: { readonly "inventory": string; readonly "equipped": string };
  export const isAugmented: string;
  export const pages: string;
  export const show: string;
  export const range: (values: { from: string; to: string; total: string }) => string;
  export const type: string;
  export const grade: string;
  export const noGrade: string;
  export const gradeOf: (values: { grade: string }) => string;
  export const slot: string;
  export const enchant: string;
  export const augmented: string;
  export const yes: string;
  export const amount: string;
  export const noInventory: string;
  export const noEquipped: string;
  export const noInventoryText: string;
  export const noEquippedText: string;
  export const noMatch: string;
  export const warehouse: (values: { total: string }) => string;
  export const listWarehouse: string;
  export const warehousePages: string;
  export const worn: string;
  export const left: string;
  export const right: string;
  export const nothing: string;
  export const blocked: (values: { item: ReactNode }) => ReactNode;
  export const slots: { readonly "Hair": string; readonly "Head": string; readonly "Chest": string; readonly "Legs": string; readonly "Gloves": string; readonly "Feet": string; readonly "Shirt": string; readonly "Right hand": string; readonly "Face": string; readonly "Neck": string; readonly "Left ear": string; readonly "Right ear": string; readonly "Left finger": string; readonly "Right finger": string; readonly "Cloak": string; readonly "Left hand": string; readonly "Both hands": string; readonly "Chest and legs": string; readonly "Whole body": string };
}

declare module "text:charts" {
  export const progress: string;
  export const loading: string;
  export const failed: string;
  export const collecting: string;
  export const level: string;
  export const noLevels: string;
  export const levelTable: string;
  export const levelByDay: string;
  export const day: string;
  export const kills: string;
  export const ownScale: string;
  export const noKills: string;
  export const killsTable: string;
  export const week: string;
  export const weekOf: (values: { day: string }) => string;
  export const running: (values: { day: string }) => string;
  export const now: string;
  export const weeks: (values: { count: number }) => string;
  export const levels: (values: { weeks: string; lines: string }) => string;
  export const line: (values: { name: string; first: string; last: string }) => string;
  export const mostKills: (values: { weeks: string; kills: string; day: string }) => string;
  export const zeroKills: (values: { weeks: string }) => string;
}

declare module "text:donations" {
  import type { ReactNode } from "react";
  export const loading: string;
  export const dataFailed: string;
  export const loadFailed: string;
  export const calculateFailed: string;
  export const createFailed: string;
  export const closedTitle: string;
  export const closed: string;
  export const support: string;
  export const pesos: string;
  export const amount: string;
  export const packages: string;
  export const noBonus: string;
  export const packageCoins: (values: { coins: string; coinName: string }) => string;
  export const receive: string;
  export const donate: (values: { amount: string }) => string;
  export const next: string;
  export const nextBonus: (values: { amount: string; percent: string }) => string;
  export const buys: (values: { amount: string; coins: string; coinName: string }) => string;
  export const buysWithBonus: (values: { amount: string; coins: string; coinName: string; bonus: string }) => string;
  export const baseCoins: string;
  export const bonus: string;
  export const bonusPercent: (values: { percent: string }) => string;
  export const none: string;
  export const youReceive: string;
  export const chooseCharacter: string;
  export const confirm: string;
  export const opening: string;
  export const openingFor: (values: { amount: ReactNode }) => ReactNode;
  export const keepOpen: string;
  export const steps: { readonly "character": string; readonly "confirm": string; readonly "payment": string };
  export const stepDone: string;
  export const noCharacterTitle: string;
  export const noCharacter: string;
  export const character: string;
  export const level: string;
  export const charactersLoading: string;
  export const once: string;
  export const forCharacter: string;
  export const payHint: string;
  export const cancel: string;
  export const goOn: string;
  export const back: string;
  export const pay: (values: { amount: string }) => string;
  export const outcomes: { readonly "success": string; readonly "failure": string; readonly "pending": string };
  export const dismiss: string;
  export const notIdentified: string;
  export const notFound: string;
  export const unreached: string;
  export const checking: string;
  export const stillChecking: string;
  export const noStatus: string;
  export const arrivedNotCredited: (values: { amount: string }) => string;
  export const notConfirmed: (values: { amount: string }) => string;
  export const paymentFailed: (values: { amount: string }) => string;
  export const paymentRefunded: (values: { amount: string }) => string;
  export const partlyRefunded: (values: { refunded: string; amount: string; coins: string; coinName: string }) => string;
  export const added: (values: { coins: string; coinName: string }) => string;
  export const disputeHold: string;
  export const history: string;
  export const historyNote: (values: { zone: string }) => string;
  export const historyPages: string;
  export const noDonationsTitle: string;
  export const noDonations: string;
  export const columns: { readonly "date": string; readonly "amount": string; readonly "payment": string; readonly "character": string; readonly "coins": string; readonly "status": string; readonly "timeline": string };
  export const timelineOf: (values: { date: string }) => string;
  export const waiting: string;
  export const unit: string;
  export const noMethod: string;
  export const ofCoins: (values: { coins: string }) => string;
  export const methods: { readonly "account_money": string; readonly "bank_transfer": string };
  export const statuses: { readonly "disputed": string; readonly "partlyRefunded": string; readonly "credited": string; readonly "paid": string; readonly "pending": string; readonly "failed": string; readonly "refunded": string; readonly "notPaid": string };
  export const cashNote: string;
  export const creditedNote: (values: { count: number }) => string;
  export const toBalance: string;
  export const automatic: string;
  export const failedNote: string;
  export const disputedNote: string;
  export const moneyRefunded: (values: { amount: string }) => string;
  export const paymentBack: string;
  export const coinsLeft: (values: { money: string; count: number }) => string;
  export const coinsRemoved: (values: { money: string }) => string;
  export const openUntil: (values: { time: ReactNode }) => ReactNode;
  export const pageClosed: string;
  export const continuePayment: string;
  export const cancelTitle: string;
  export const cancelFacts: (values: { amount: string; name: ReactNode }) => ReactNode;
  export const cancelCash: string;
  export const keep: string;
  export const cancelDonation: string;
  export const cancelFailed: string;
}

declare module "text:deliveries" {
  export const title: string;
  export const note: (values: { zone: string }) => string;
  export const loadFailed: string;
  export const columns: { readonly "sent": string; readonly "character": string; readonly "coins": string; readonly "status": string; readonly "delivered": string };
  export const arrived: (values: { count: number; name: string }) => string;
  export const unit: string;
  export const noneTitle: string;
  export const none: string;
  export const pages: string;
  export const status: { readonly "pending": { readonly "label": string; readonly "note": string }; readonly "claimed": { readonly "label": string; readonly "note": string }; readonly "delivered": { readonly "label": string; readonly "note": string }; readonly "cancelled": { readonly "label": string; readonly "note": string }; readonly "stuck": { readonly "label": string; readonly "note": string } };
  export const send: string;
  export const closeDialog: string;
  export const cancel: string;
  export const paused: string;
  export const noCharacters: string;
  export const debt: (values: { count: number }) => string;
  export const newCoins: (values: { time: string }) => string;
  export const empty: string;
  export const inDelivery: (values: { count: number }) => string;
  export const held: (values: { count: number }) => string;
  export const coinsFailed: string;
  export const coinsLoading: string;
  export const sentTitle: string;
  export const onTheWay: (values: { count: number; name: string }) => string;
  export const sending: string;
  export const sendNone: string;
  export const sendCoins: (values: { count: number }) => string;
  export const coins: string;
  export const all: string;
  export const allCoins: string;
  export const sendableNow: (values: { count: number; time: string }) => string;
  export const unsure: string;
  export const siteBalance: string;
  export const to: (values: { name: string }) => string;
  export const remaining: string;
  export const character: string;
  export const level: (values: { level: string }) => string;
  export const amountNeeded: string;
  export const amountWhole: string;
  export const amountLeast: string;
  export const amountStack: (values: { count: number }) => string;
  export const amountAvailable: (values: { count: number }) => string;
  export const sendFailed: string;
}

declare module "text:wallet" {
  import type { ReactNode } from "react";
  export const wallet: string;
  export const refreshed: string;
  export const loading: string;
  export const failed: string;
  export const retry: string;
  export const coins: string;
  export const adena: string;
  export const show: string;
  export const hide: string;
  export const refresh: string;
  export const expand: string;
  export const collapse: string;
  export const debt: (values: { amount: ReactNode }) => ReactNode;
  export const sendableFrom: (values: { amount: ReactNode; time: string }) => ReactNode;
  export const held: (values: { held: ReactNode }) => ReactNode;
  export const inDelivery: (values: { transit: ReactNode }) => ReactNode;
  export const heldAndInDelivery: (values: { held: ReactNode; transit: ReactNode }) => ReactNode;
  export const hidden: string;
  export const unknown: string;
  export const unanswered: string;
  export const byCharacter: string;
  export const character: string;
  export const coinName: string;
  export const noCharacters: string;
  export const pending: string;
  export const pendingHint: string;
  export const send: string;
}

declare module "text:roulette" {
  import type { ReactNode } from "react";
  export const loading: string;
  export const loadFailed: string;
  export const stage: string;
  export const panel: string;
  export const cost: string;
  export const available: string;
  export const spinsToday: string;
  export const usedOfLimit: (values: { used: ReactNode; limit: string }) => ReactNode;
  export const spin: (values: { count: number }) => string;
  export const checkSpin: string;
  export const spinning: string;
  export const unsure: string;
  export const hint: string;
  export const spinFailed: string;
  export const newSeedsNeeded: string;
  export const newSeeds: string;
  export const hashChanged: string;
  export const stepUp: (values: { count: number }) => string;
  export const idle: string;
  export const alreadyCredited: string;
  export const stakeAndNet: (values: { stake: string; net: ReactNode }) => ReactNode;
  export const credited: (values: { slot: string; balance: string }) => string;
  export const getCoins: string;
  export const coinsNeeded: (values: { count: number }) => string;
  export const coinsNeededHave: (values: { count: number; available: string }) => string;
  export const wait: (values: { minutes: string; seconds: string }) => string;
  export const blocked: { readonly "disabled": { readonly "label": string; readonly "title": string; readonly "reason": string }; readonly "debt": { readonly "label": string; readonly "title": string; readonly "reason": string }; readonly "daily_limit": { readonly "label": string; readonly "title": string; readonly "reason": string }; readonly "excluded": { readonly "label": string; readonly "title": string; readonly "reason": string }; readonly "spin_limit": { readonly "label": string; readonly "title": string; readonly "reason": string }; readonly "seeds_expired": { readonly "label": string; readonly "title": string; readonly "reason": string }; readonly "key_lost": { readonly "label": string; readonly "title": string; readonly "reason": string } };
  export const proofNeeded: string;
  export const tooFewCoins: string;
  export const cooldown: string;
  export const tiers: { readonly "JACKPOT": string; readonly "BIG_WIN": string; readonly "GOOD_WIN": string; readonly "MEDIUM_WIN": string; readonly "SMALL_WIN": string; readonly "TINY_WIN": string };
  export const prize: (values: { tier: string; count: number }) => string;
  export const prizeAtSlot: (values: { slot: string; prize: string }) => string;
  export const slotOnly: (values: { slot: string }) => string;
  export const wheelIdle: (values: { slots: string }) => string;
  export const wheelSpinning: (values: { slots: string }) => string;
  export const wheelAt: (values: { slots: string; slot: string; prize: string }) => string;
  export const verify: string;
  export const closeCard: string;
  export const prizeChance: string;
  export const spinNet: string;
  export const balance: string;
  export const totalSpins: string;
  export const spent: string;
  export const won: string;
  export const net: string;
  export const biggestWin: string;
  export const recentSpins: string;
  export const noSpins: string;
  export const columns: { readonly "prize": string; readonly "coins": string; readonly "net": string; readonly "time": string; readonly "check": string; readonly "slots": string; readonly "chance": string; readonly "about": string };
  export const checkOne: (values: { spin: string }) => string;
  export const saveAll: string;
  export const saveCsv: string;
  export const saveJson: string;
  export const saveFailed: string;
  export const odds: string;
  export const oddsVersion: (values: { version: string }) => string;
  export const oneIn: (values: { times: string }) => string;
  export const averageReturn: (values: { b: (children: ReactNode) => ReactNode; percent: string }) => ReactNode;
  export const fair: string;
  export const verifyAny: string;
  export const fairLead: string;
  export const newClientSeed: string;
  export const changeSeeds: string;
  export const changingSeeds: string;
  export const changeSeedsHint: string;
  export const invalidSeed: string;
  export const changeFailed: string;
  export const broken: { readonly "seedNotShown": (values: { hash: string }) => string; readonly "seedNotPromised": (values: { hash: string }) => string };
  export const seedHash: string;
  export const nextSeedHash: string;
  export const clientSeed: string;
  export const nonce: string;
  export const previousSeed: string;
  export const noClientSeed: string;
  export const unproven: string;
  export const oddsVersionLabel: string;
  export const latestVersion: (values: { version: string }) => string;
  export const forNextSpin: string;
  export const copyHash: string;
  export const copyNextHash: string;
  export const copyClientSeed: string;
  export const copyRevealed: string;
  export const copied: string;
  export const checkAny: string;
  export const spinLabel: string;
  export const manual: string;
  export const spinOption: (values: { spin: string; prize: string }) => string;
  export const listAll: string;
  export const secretSeed: string;
  export const goToSeeds: string;
  export const seedRevealed: string;
  export const version: (values: { version: string }) => string;
  export const verifyHere: string;
  export const noCrypto: string;
  export const invalidServerSeed: string;
  export const invalidNonce: string;
  export const proof: string;
  export const plan: string;
  export const passed: string;
  export const failed: string;
  export const steps: { readonly "hash": { readonly "title": string; readonly "text": string }; readonly "witness": { readonly "title": string; readonly "text": string }; readonly "block": { readonly "title": string; readonly "text": string }; readonly "number": { readonly "title": string; readonly "text": string }; readonly "slot": { readonly "title": string; readonly "text": string }; readonly "prize": { readonly "title": string; readonly "text": string } };
  export const notFair: string;
  export const isFair: string;
  export const seedsDraw: string;
  export const unprovenTitle: string;
  export const unprovenText: string;
  export const hashUnknown: (values: { hash: string }) => string;
  export const hashMatches: string;
  export const hashMatchesText: (values: { hash: string }) => string;
  export const hashDiffers: string;
  export const hashDiffersText: (values: { hash: string; published: string }) => string;
  export const otherHash: string;
  export const otherHashText: (values: { shown: string; published: string }) => string;
  export const unseenHash: string;
  export const unseenHashText: string;
  export const seenBefore: string;
  export const seenAfter: string;
  export const seenAt: (values: { time: string }) => string;
  export const blockText: (values: { message: string; block: string; numbers: string }) => string;
  export const firstDecides: string;
  export const firstDecidesText: (values: { number: string; limit: string }) => string;
  export const laterDecides: (values: { index: string }) => string;
  export const laterDecidesText: (values: { rejected: string; limit: string; number: string }) => string;
  export const remainder: (values: { slot: string }) => string;
  export const remainderText: (values: { total: string; point: string; slot: string; from: string; to: string }) => string;
  export const comparePrize: (values: { prize: string; version: string }) => string;
  export const samePrize: string;
  export const samePrizeText: (values: { prize: string; version: string }) => string;
  export const otherPrize: string;
  export const otherPrizeText: (values: { drawn: string; received: string }) => string;
  export const drawAt: (values: { point: string; total: string; slot: string }) => string;
  export const drawScale: string;
}

declare module "text:offline" {
  export const title: string;
  export const text: string;
  export const retry: string;
}

declare module "text:errors" {
}
