/**
 * Characters of trades, places and other words of company names as they are written in Hong Kong and Taiwan, each at
 * the same position as the one it is on the mainland, which is what the word lists are written in.
 */
const TRADITIONAL = [
  "國華東長萬業產銀藥電氣機車鋼鐵礦紙紡織絲網雲環資財寶險證貿運輸務發開設計劃創聯腦軟體數據傳視訊號際團",
  "聖龍鳳馬魚鷹鶴鳥羅廣廈滬遼寧粵魯贛閩陝隴瓊蘇漢烏齊濟連瀋鄭濰煙臺灣門無錫揚鎮鹽溫紹興義蕪銅陽黃饒萊臨",
  "濱澤許滿駐荊隨張懷婁慶遠貴順滄嶺蘭吳衛應營場樓員醫療養飲農糧漁種飼膠鋁鋅鉛鎳鈦鎢鉬鋰氫鹼燈輪軸閥纜顯",
  "鍋爐橋樂遊戲藝術報書紅藍綠鐘錶麗豐優實導動學齒廠質檢測試總維護專標準獨裝飾屬舊歷歲島嶼陸樹葉強雙頭線",
  "劍風飛儀壓縮鑄鍛鏈磚纖劑購倉儲碼顧問館賓廳遞輛艦艙軌築銷範圍節減師諮詢縣區鄉級細構結輻滅災響聲頻樞紐",
  "編練驗償擔託賃債稅關閉點達邁進過選適還遲遷轉載輝軍協單賣買貨費賽贏趙躍蹤邊遙鄰製",
].join("");
const SIMPLIFIED = [
  "国华东长万业产银药电气机车钢铁矿纸纺织丝网云环资财宝险证贸运输务发开设计划创联脑软体数据传视讯号际团",
  "圣龙凤马鱼鹰鹤鸟罗广厦沪辽宁粤鲁赣闽陕陇琼苏汉乌齐济连沈郑潍烟台湾门无锡扬镇盐温绍兴义芜铜阳黄饶莱临",
  "滨泽许满驻荆随张怀娄庆远贵顺沧岭兰吴卫应营场楼员医疗养饮农粮渔种饲胶铝锌铅镍钛钨钼锂氢碱灯轮轴阀缆显",
  "锅炉桥乐游戏艺术报书红蓝绿钟表丽丰优实导动学齿厂质检测试总维护专标准独装饰属旧历岁岛屿陆树叶强双头线",
  "剑风飞仪压缩铸锻链砖纤剂购仓储码顾问馆宾厅递辆舰舱轨筑销范围节减师咨询县区乡级细构结辐灭灾响声频枢纽",
  "编练验偿担托赁债税关闭点达迈进过选适还迟迁转载辉军协单卖买货费赛赢赵跃踪边遥邻制",
].join("");

export const SIMPLIFIED_CHARACTERS: ReadonlyMap<string, string> = new Map(
  [...TRADITIONAL].map((character, index) => [character, SIMPLIFIED[index] ?? character]),
);
